import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { auditRecords } from '@xs2a/cli/audit/audit-records';
import { terminateConsent } from '@xs2a/contracts';
import { verifyHistory } from '@xs2a/service-kit';
import { forAllTests, profileFile } from '@xs2a/test-kit';
import { approveOnBus, askForConsent, askForPayment, creation, TPP } from '@xs2a/test-system/ask-as-gateway';
import { IBAN } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { startServicesOf, untilFed } from '@xs2a/test-system/start/start-services';
import { beforeAll, describe, expect, it } from 'vitest';

type Audited = Parameters<typeof auditRecords>[0];
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PSU = 'psu-private';
const SERVICES = ['payments', 'consent', 'sca', 'oauth', 'accounts', 'notifier'] as const;
const TERMS = { retention: { onlyCount: true, consentDays: 400, paymentDays: 400, authorisationDays: 400 } };
const services = forAllTests(() => startServicesOf(profileFile(TERMS), 'bank', ...SERVICES));

interface Output {
  readonly code: number;
  readonly text: string;
  readonly document: {
    readonly parts: { service: string; collection: string; records: { id: string; data: object }[] }[];
    readonly records: { service: string; collection: string; id: string; outcome: string; because?: string }[];
  };
}

function psu(...args: string[]): Promise<Output> {
  const env = { ...process.env, NATS_URL: services.natsUrl };
  const given = [
    'tools/xs2a.ts',
    'psu',
    ...args,
    '--psu',
    PSU,
    '--reason',
    'letter of the PSU',
    '--by',
    'ana',
    '--json',
  ];
  return new Promise((resolve) => {
    execFile(process.execPath, given, { cwd: ROOT, env, maxBuffer: 64_000_000 }, (error, out, err) => {
      const document = out.startsWith('{') ? JSON.parse(out) : undefined;
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, text: out + err, document });
    });
  });
}

/** Returns where the databases of the services have a text, in any field of any document. */
async function placesOf(...texts: string[]): Promise<string[]> {
  const places: string[] = [];
  for (const name of SERVICES) {
    for (const { name: collection } of await services.database(name).listCollections().toArray()) {
      for await (const document of services.database(name).collection<{ _id: string }>(collection).find()) {
        const text = JSON.stringify(document, (_, value) => (typeof value === 'bigint' ? String(value) : value));
        if (texts.some((wanted) => text.includes(wanted))) places.push(`${name}/${collection}/${document._id}`);
      }
    }
  }
  return places;
}

let consentId = '';
let paymentId = '';
beforeAll(async () => {
  await untilFed(services);
  const { bus } = services;
  const consent = await askForConsent(bus);
  await approveOnBus(bus, consent);
  ({ consentId } = consent);
  const payment = await askForPayment(bus);
  await approveOnBus(bus, payment);
  ({ paymentId } = payment);
  // Nobody approves it: it has the account of the PSU alone.
  await askForPayment(bus, {}, creation());
  const isBooked = async () =>
    services
      .database('payments')
      .collection<{ _id: string; transactionStatus: string }>('payments')
      .findOne({ _id: paymentId });
  await eventually(isBooked, (found) => found?.transactionStatus === 'ACSC');
  for (const name of ['sca', 'consent', 'payments'] as const)
    await services.running[name].kit.jobs.runNow('sealHistory');
});

describe('npm run xs2a -- psu report', () => {
  it('shows what each service stores about the PSU and its accounts, and no secret', async () => {
    const { code, text, document } = await psu('report');
    expect(text).toContain('"recordId"');
    expect(code).toBe(0);
    const counts = document.parts.map(({ service, collection, records }) => [
      `${service}/${collection}`,
      records.length,
    ]);
    expect(Object.fromEntries(counts)).toMatchObject({
      'payments/payments': 2,
      'consent/consents': 1,
      'sca/authorisations': 2,
      'accounts/accounts': 3,
    });
    const [stored] = await services
      .database('sca')
      .collection('authorisations')
      .find({ session: { $exists: true } })
      .toArray();
    expect(stored?.['redirectReference']).toBeTypeOf('string');
    for (const secret of [stored?.['redirectReference'], stored?.['session']?.hash]) expect(text).not.toContain(secret);
  });

  it('is recorded with operator and reason, and without the PSU-ID', async () => {
    const requests = await services.database('sca').collection('psuRequests').find().toArray();
    expect(requests.map(({ history }) => history)).toMatchObject([
      [{ to: 'report', by: 'ana', reason: 'letter of the PSU' }],
    ]);
    expect(JSON.stringify(requests)).not.toContain(PSU);
    const names = ['payments', 'consent', 'sca', 'gateway'] as const;
    const databases = Object.fromEntries(names.map((name) => [name, services.database(name)]));
    const exported: object[] = [];
    const days = { from: new Date(0), to: new Date(8.64e15) };
    for await (const record of auditRecords(databases as Audited, days, () => ''))
      if (record.resource === 'psuRequest') exported.push(record);
    expect(exported).toMatchObject([{ to: 'report', by: 'ana' }]);
  });
});

describe('npm run xs2a -- psu erase', () => {
  it('changes nothing without --apply, and says what it would keep and why', async () => {
    const before = await placesOf(PSU, IBAN.private, IBAN.savings);
    const { code, document } = await psu('erase');
    expect(code).toBe(0);
    expect(await placesOf(PSU, IBAN.private, IBAN.savings)).toEqual(before);
    const outcome = (wanted: string) => document.records.find(({ id }) => id === wanted);
    expect(outcome(consentId)).toMatchObject({ outcome: 'kept', because: 'it is open', isOpen: true });
    expect(outcome(paymentId)).toMatchObject({ outcome: 'kept', because: expect.stringContaining('400 days') });
  });

  it('keeps accounts and entries while something of the PSU is open', async () => {
    const { document } = await psu('erase', '--apply');
    const ofAccounts = document.records.filter(({ service }) => service === 'accounts');
    expect(ofAccounts.length).toBeGreaterThan(2);
    expect([...new Set(ofAccounts.map(({ outcome }) => outcome))]).toEqual(['kept']);
  });

  it('erases everything about the PSU and its accounts that it does not name as kept, and leaves no finding in the evidence', async () => {
    await services.running.bank.stop();
    await services.bus.ask(terminateConsent, {
      consentId,
      tpp: { ...TPP, roles: [...TPP.roles] },
      requestId: crypto.randomUUID(),
    });
    services.clock.forward({ days: 2 });
    await services.running.payments.kit.jobs.runNow('rejectUnauthorised');
    const young = await psu('erase', '--apply');
    const kept = young.document.records.filter(({ outcome }) => outcome === 'kept');
    const places = kept.map(({ service, collection, id }) => `${service}/${collection}/${id}`);
    const left = await placesOf(PSU, IBAN.private, IBAN.savings);
    expect(left.filter((place) => !places.includes(place))).toEqual([]);
    expect(places).toContain(`payments/payments/${paymentId}`);
    expect(left.some((place) => place.startsWith('accounts/'))).toBe(false);
    services.clock.forward({ days: 400 });
    const accounts = ['--account', IBAN.private, '--account', IBAN.savings];
    await psu('erase', '--apply', ...accounts);
    expect(await placesOf(PSU, IBAN.private, IBAN.savings)).toEqual([]);
    expect((await psu('erase', '--apply', ...accounts)).document.records).toEqual([]);
    for (const name of ['sca', 'consent', 'payments'] as const)
      expect((await verifyHistory(services.database(name))).findings).toEqual([]);
  });
});
