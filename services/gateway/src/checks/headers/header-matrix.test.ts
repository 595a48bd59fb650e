import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ENDPOINTS,
  type EndpointKey,
  HEADER_GROUPS,
  HEADER_RULES,
  type HeaderFormat,
  headerGroupOf,
  PROFILE_PRESETS,
} from '@xs2a/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '../../../test/endpoint-samples.ts';
import { firstMessage, startGateway, type TestGateway } from '../../../test/start-gateway.ts';

const KEYS = Object.keys(ENDPOINTS) as EndpointKey[];
/** One valid and some invalid values of every format; `own` has checks of its own. */
const VALUES: Readonly<Record<HeaderFormat, { good: string; bad: readonly string[] }>> = {
  uuid: { good: '99391c7e-ad88-49ec-a2ad-99ddcb1f7721', bad: ['99391c7e', '99391c7ead8849eca2ad99ddcb1f7721'] },
  truth: { good: 'true', bad: ['TRUE ish', '1', 'yes', 'null'] },
  address: { good: '2001:db8::1', bad: ['192.0.2.256', '192.0.2.1/24', 'localhost'] },
  port: { good: '443', bad: ['0', '65536', '+1'] },
  method: { good: 'PATCH', bad: ['get', 'HEAD'] },
  place: { good: 'GEO:45.815011;15.981919', bad: ['45.815011;15.981919', 'GEO:45,815011;15,981919'] },
  uri: {
    good: 'https://tpp.example/ok',
    bad: ['/ok', 'javascript:alert(1)', 'https://u@tpp.example/', 'https://tpp.example\\@x/', 'https://x/#'],
  },
  text50: { good: 'x', bad: ['x'.repeat(51)] },
  text100: { good: 'x', bad: ['x'.repeat(101)] },
  own: { good: 'x', bad: [] },
};
/** The profile of a bank that requires every header that it may: PSU-ID and its type besides those of the preset. */
const STRICT = { ...PROFILE_PRESETS['berlin-group'], psuIdRequired: true, psuIdTypeRequired: true };
const SENT_BY_ANY = ['Digest', 'Signature', 'TPP-Signature-Certificate'];

let gateway: TestGateway;
let strict: TestGateway;
const agent = new Agent({ keepAlive: true });
const folder = mkdtempSync(join(tmpdir(), 'headers-'));
beforeAll(async () => {
  const file = join(folder, 'profile.yaml');
  writeFileSync(
    file,
    'preset: berlin-group\npsuIdRequired: true\npsuIdTypeRequired: true\ntrustedBeneficiaries: true\n',
  );
  [gateway, strict] = await Promise.all([startGateway(), startGateway({ PROFILE: file })]);
});
afterAll(async () => {
  agent.destroy();
  await gateway[Symbol.asyncDispose]();
  await strict[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** Sends a request with exactly these headers; several values of one are sent as several lines. */
function ask(at: TestGateway, key: EndpointKey, headers: Record<string, string | string[]>) {
  const { hostname, port } = new URL(at.url);
  const { method } = ENDPOINTS[key];
  return new Promise<{ status: number; path: string | undefined; code: string | undefined }>((resolve, reject) => {
    const sent = request({ agent, hostname, port, method, path: addressOf(key), headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => {
        const { path, code } = firstMessage(text);
        resolve({ status: response.statusCode ?? 0, path, code });
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}

const ofUuid = { 'X-Request-ID': '99391c7e-ad88-49ec-a2ad-99ddcb1f7721' };
const refused = (path: string) => ({ status: 400, code: 'FORMAT_ERROR', path });

describe('every header at every endpoint (decision 13)', () => {
  it('has an endpoint in each row of the matrix, and each endpoint has a row', () => {
    expect(new Set(KEYS.map(headerGroupOf))).toEqual(new Set(HEADER_GROUPS));
  });

  it.each(KEYS)('%s: a malformed header is refused by its name', async (key) => {
    for (const { name, format } of HEADER_RULES) {
      for (const bad of VALUES[format].bad) {
        expect(await ask(gateway, key, { ...ofUuid, [name]: bad }), `${name}: ${bad}`).toEqual(refused(name));
      }
    }
  });

  it.each(KEYS)('%s: a repeated header is refused by its name, also with the same value', async (key) => {
    const sentOnce = HEADER_RULES.filter(({ name, isList }) => !SENT_BY_ANY.includes(name) && isList !== true);
    for (const { name, format } of sentOnce) {
      const twice = [VALUES[format].good, VALUES[format].good];
      expect(await ask(gateway, key, { ...ofUuid, [name]: twice }), name).toEqual(refused(name));
    }
  });

  it.each(KEYS)('%s: an empty header counts as absent', async (key) => {
    const empty = Object.fromEntries(HEADER_RULES.map(({ name }) => [name, '']));
    const headers = ENDPOINTS[key].method === 'GET' ? {} : { 'Content-Type': 'application/json' };
    const [answer, without] = await Promise.all([
      ask(gateway, key, { ...headers, ...empty, ...ofUuid }),
      ask(gateway, key, { ...headers, ...ofUuid }),
    ]);
    expect(answer).toEqual(without);
  });

  it.each(KEYS)('%s: exactly the mandatory headers are missed', async (key) => {
    const group = headerGroupOf(key);
    const good = HEADER_RULES.filter(({ at, name }) => at[group] !== undefined && !SENT_BY_ANY.includes(name)).map(
      ({ name, format }) => [name, VALUES[format].good] as const,
    );
    const cases = HEADER_RULES.flatMap(({ name, at, neededWith, neededBeside, neededBy }) => {
      const isNeeded = at[group] === 'M' || (at[group] === 'C' && neededWith !== undefined);
      const isChosen = neededBy !== undefined && neededBy.at.includes(group) && STRICT[neededBy.choice];
      const isBeside = neededBeside !== undefined && at[group] === 'C' && STRICT[neededBeside.choice];
      const isNeededStrictly = isNeeded || isChosen || isBeside;
      return [
        { name, target: gateway, isMandatory: isNeeded },
        { name, target: strict, isMandatory: isNeededStrictly },
      ];
    });
    // In parallel: accepted requests wait for the bus, where nobody answers.
    await Promise.all(
      cases.map(async ({ name, target, isMandatory }) => {
        const answer = await ask(target, key, Object.fromEntries(good.filter(([other]) => other !== name)));
        if (isMandatory) expect(answer, name).toEqual(refused(name));
        else expect(answer.path, name).not.toBe(name);
      }),
    );
  });
});
