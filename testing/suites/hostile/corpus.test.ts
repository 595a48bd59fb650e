import { isDeepStrictEqual } from 'node:util';
import type { ServiceName } from '@xs2a/contracts';
import { type Trusted, trustedAuthority } from '@xs2a/gateway/testing';
import { CPU_MS_MAX, cpuMsOf, freePort } from '@xs2a/test-kit';
import { eventually } from '@xs2a/test-system/eventually';
import { ServiceProcess } from '@xs2a/test-system/start/service-process';
import { startServicesWith, type TestServices, untilFed } from '@xs2a/test-system/start/start-services';
import type { Db } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepare } from './prepare.ts';
import { bytesOf, type HostileCase, readCases } from './read-case.ts';
import { type RawAnswer, sendBytes } from './send-bytes.ts';

const CASES = readCases(import.meta.dirname);
const SUBJECTS = Map.groupBy(CASES, ({ name }) => name.slice(0, name.indexOf('/')));
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Secrets of requests, and implementation details, that no answer may show. */
const SECRET =
  /canary|psu-(private|multi|corporate-\d|empty|exempt|nofactor|blocked)\b|-pass\b|\b[A-Z]{2}[0-9]{19}|4532000000000017|\n\s+at |node_modules|file:\/\/|\bMongo|\bZod/i;
const STORES = ['bank', 'sca', 'consent', 'accounts', 'payments'] as const satisfies ServiceName[];
/** Collections that the services themselves write, on a schedule or on first use. */
const WRITTEN_BY_SERVICES = ['seals', 'leases', 'jobs', 'secrets', 'indexUses'];

/** Accounts and transactions, which `prepare` reads. */
const KINDS_READ = 2;
const NO_ANSWER: RawAnswer = { status: 0, headers: new Map(), body: '', text: '' };

let trusted: Trusted;
let services: TestServices;
let named: ReadonlyMap<string, string>;
let before: Record<string, number>;
let handedOverBefore: number;
let url: string;

beforeAll(async () => {
  trusted = await trustedAuthority();
  services = await startServicesWith(trusted.env, ...STORES, 'gateway');
  await untilFed(services);
  named = await prepare(services, trusted);
  // Reads are recorded within a second (GatheredWrites).
  await eventually(
    () => services.database('consent').collection('accesses').countDocuments(),
    (stored) => stored === KINDS_READ,
  );
  url = services.running.gateway.httpUrl ?? '';
  before = await stored();
  handedOverBefore = await countMovedAuthorisations();
});
afterAll(async () => {
  await services[Symbol.asyncDispose]();
  trusted[Symbol.dispose]();
});

it('the corpus has at least 400 cases, each with a different request', () => {
  expect(CASES.length).toBeGreaterThanOrEqual(400);
  expect(new Set(CASES.map(({ head, body }) => `${head}\n\n${body}`)).size).toBe(CASES.length);
  expect(new Set(CASES.map(({ name }) => name)).size).toBe(CASES.length);
});

describe.each([...SUBJECTS])('%s', (_, cases) => {
  it.each(cases.map((one) => [one.name, one] as const))('%s', async (_name, one) => {
    const bytes = bytesOf(one, named);
    const answers: RawAnswer[] = [];
    // A case over the CPU limit is repeated, because other work of the process counts, too. The first answer is checked.
    const cpuMs = await cpuMsOf(async () => void answers.push(await sendBytes(url, bytes)));
    const [answer = NO_ANSWER] = answers;
    expect(cpuMs, 'ms of CPU').toBeLessThan(CPU_MS_MAX);
    expect(seen(answer), answer.text.slice(0, 2_000)).toEqual(wanted(one));
    if (answer.status >= 400) expect(answer.text).not.toMatch(SECRET);
    if (!isOfHttp(one, answer)) expect(returnsRequestId(answer, bytes)).toBe(true);
  });
});

describe('after all cases', () => {
  it('nothing more is stored than before, except for what was accepted', async () => {
    const accepted = CASES.filter((one) => wanted(one).status === 201);
    const bulks = accepted.filter(({ head }) => head.startsWith('POST /v1/bulk-payments/'));
    const expected = { ...before };
    expected['payments.payments'] = (before['payments.payments'] ?? 0) + accepted.length;
    // The authorisation of a redirect is stored with its payment until its first use.
    expected['sca.authorisations'] =
      (before['sca.authorisations'] ?? 0) + (await countMovedAuthorisations()) - handedOverBefore;
    for (const name of ['payments.bulkMessages', 'payments.bulkTransfers']) {
      expected[name] = (before[name] ?? 0) + bulks.length;
    }
    expect(await stored()).toEqual(expected);
  });

  it('no object has a property of an attacker', () => {
    const own = Object.getOwnPropertyNames(Object.prototype).filter((name) => /polluted|admin/i.test(name));
    expect(own).toEqual([]);
  });

  it('the gateway answers as usual', async () => {
    const { status } = await fetch(new URL(`/v1/consents/${named.get('consent')}/status`, url), {
      headers: { 'X-Request-ID': crypto.randomUUID() },
    });
    expect(status).toBe(200);
  });
});

describe('the bundle of the gateway, as it ships', () => {
  it('answers every case as its sources do', async () => {
    const port = String(await freePort());
    const bundle = await ServiceProcess.prepare('gateway', {
      ...(await services.settingsOf('gateway')),
      GATEWAY_PORT: port,
    });
    bundle.start();
    const others: string[] = [];
    try {
      await bundle.ready();
      for (const one of CASES) {
        const answer = await sendBytes(`http://127.0.0.1:${port}`, bytesOf(one, named));
        if (!isDeepStrictEqual(seen(answer), wanted(one))) others.push(`${one.name}: ${JSON.stringify(seen(answer))}`);
      }
    } finally {
      await bundle.discard();
    }
    expect(others).toEqual([]);
  }, 480_000);
});

interface Seen {
  readonly status: number;
  readonly code?: string | undefined;
  readonly path?: string | undefined;
  /** Form of the body: none, or that of error responses (decision 11). */
  readonly form: 'empty' | 'tppMessages' | 'problem' | 'other' | 'answer';
}

function seen({ status, headers, body }: RawAnswer): Seen {
  if (status < 300) return { status, form: 'answer' };
  if (body === '') return { status, form: 'empty' };
  const type = headers.get('content-type') ?? '';
  const parsed = (type.includes('json') ? JSON.parse(body) : {}) as {
    tppMessages?: { category: string; code: string; path?: string; text: string }[];
    code?: string;
  };
  const [message, ...others] = parsed.tppMessages ?? [];
  if (type.startsWith('application/problem+json')) return { status, code: parsed.code, form: 'problem' };
  const isForm =
    message !== undefined && [message, ...others].every((one) => one.category === 'ERROR' && one.text.length <= 500);
  return { status, code: message?.code, path: message?.path, form: isForm ? 'tppMessages' : 'other' };
}

function wanted({ expected, head }: HostileCase): Seen {
  const { status, code, path } = expected;
  if (status < 300) return { status, form: 'answer' };
  if (code === undefined) return { status, form: 'empty' };
  return /problem\+json/.test(head) ? { status, code, form: 'problem' } : { status, code, path, form: 'tppMessages' };
}

/** Whether HTTP itself is broken, so that there is no request yet whose id could be returned. */
function isOfHttp({ expected: { status, code }, name }: HostileCase, { headers }: RawAnswer): boolean {
  const isBroken = code === undefined && [0, 400, 408, 413, 417, 431].includes(status);
  return isBroken && name.startsWith('http/') && !headers.has('x-request-id');
}

/** Whether a valid request id is returned, and one is generated for an invalid one (decision 11). */
function returnsRequestId({ headers }: RawAnswer, bytes: Buffer): boolean {
  const echoed = headers.get('x-request-id') ?? '';
  const [sent = '', ...others] = Array.from(
    bytes.toString('latin1').matchAll(/\r\nx-request-id: *([^\r]*)/gi),
    ([, value = '']) => value.trim(),
  );
  return UUID.test(sent) && others.length === 0 ? echoed === sent : UUID.test(echoed);
}

/** Payees of an accepted bulk are verified after the answer, so that their results may come at any time. */
async function stored(): Promise<Record<string, number>> {
  const counts = await Promise.all(STORES.map(async (name) => countsOf(name, services.database(name))));
  return Object.fromEntries(counts.flat().filter(([name]) => name !== 'payments.payeeResults'));
}

/** Returns the number of authorisations that were first stored with their payment or consent and have moved to sca. */
async function countMovedAuthorisations(): Promise<number> {
  const holding = { 'authorisations.handedOver': true };
  const payments = await services.database('payments').collection('payments').countDocuments(holding);
  return payments + (await services.database('consent').collection('consents').countDocuments(holding));
}

async function countsOf(name: string, database: Db): Promise<[string, number][]> {
  const collections = await database.listCollections({}, { nameOnly: true }).toArray();
  return Promise.all(
    collections
      .filter((collection) => !WRITTEN_BY_SERVICES.includes(collection.name))
      .map(async (collection): Promise<[string, number]> => {
        return [`${name}.${collection.name}`, await database.collection(collection.name).countDocuments()];
      }),
  );
}
