import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { Answer } from '@xs2a/client';
import type { Bus } from '@xs2a/service-kit';
import { connectAsAnyService, hrefOf, mongod, natsServer, PsuClient, pain001, type TppAnswer } from '@xs2a/test-kit';
import { writeCamtFile } from '@xs2a/test-system/data/camt-file';
import { Canaries } from '@xs2a/test-system/data/canaries';
import {
  BULKS,
  CARD,
  consentBody,
  fundsConsentOrder,
  fundsQuestion,
  IBAN,
  paymentOrder,
  REDIRECT_HEADERS,
} from '@xs2a/test-system/data/fixtures';
import { importCamt } from '@xs2a/test-system/import-camt';
import { approve } from '@xs2a/test-system/psu/approve';
import { codeOfApp } from '@xs2a/test-system/psu/authenticator-app';
import { withPasskey, withTotp } from '@xs2a/test-system/psu/enrol-factors';
import { runSystem, type SystemOfProcesses } from '@xs2a/test-system/start/run-system';
import { type JourneyPsu, LinkTpp } from '@xs2a/test-system/tpp/link-following-tpp';
import { CompactEncrypt, importJWK, type JWK } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const SEPA = '/v1/payments/sepa-credit-transfers';
const EMBEDDED = { 'TPP-Redirect-Preferred': 'false', 'TPP-Decoupled-Preferred': 'false' };
const DECOUPLED = { 'TPP-Redirect-Preferred': 'false', 'TPP-Decoupled-Preferred': 'true' };
const ANA = { psuId: 'psu-private' };
/** Headers about the PSU and its browser, which a TPP sends with every request. */
const TELEMETRY = {
  ...REDIRECT_HEADERS,
  'PSU-User-Agent': 'CanaryBrowser/17.3',
  'PSU-Geo-Location': 'GEO:45.812345;15.987654',
  'PSU-Device-ID': 'c0ffee00-17c0-4a1e-9b1d-0ca4a5700001',
  Cookie: 'session=canary-cookie-4712',
};
const NAMES = { creditorName: 'Kanarinac Zlatko', remittanceInformationUnstructured: 'Kanarinac racun 4713' };

/** Headers that have to carry the session and the next address to the browser. */
const CARRIERS = ['set-cookie', 'location', 'refresh'];

const folder = mkdtempSync(join(tmpdir(), 'xs2a-canaries-'));
const logOf = (name: string): string => {
  const file = join(folder, `${name}.log`);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};
const canaries = new Canaries();
/** Head of every answer of gateway and portal, and the body of error responses. */
const answered: { head: string; refusal: string }[] = [];
const before = globalThis.fetch;

let system: SystemOfProcesses;
let client: LinkTpp;
let bus: Bus;
let sniffer: NatsConnection;
/** Every message that any participant of the bus can read. */
const overheard: string[] = [];
beforeAll(async () => {
  globalThis.fetch = async (input, init) => {
    const response = await before(input, init);
    const head = [...response.headers].filter(([name]) => !CARRIERS.includes(name));
    const refusal = response.status >= 400 ? await response.clone().text() : '';
    for (const cookie of response.headers.getSetCookie()) {
      canaries.note('session', cookie.slice(cookie.indexOf('=') + 1, cookie.indexOf(';')));
    }
    answered.push({ head: JSON.stringify(head), refusal });
    return response;
  };
  const PROFILE = join(folder, 'profile.yaml');
  writeFileSync(PROFILE, 'authorisationConfirmation: true\nlimits:\n  pageSize: 5\n');
  const [nats, mongo] = await Promise.all([
    natsServer({ config: `log_file: ${JSON.stringify(join(folder, 'nats.log'))}\ndebug: true` }),
    mongod({ args: ['--slowOpSampleRate', '0', '--logpath', join(folder, 'mongod.log')] }),
  ]);
  system = await runSystem({ LOG_LEVEL: 'debug', PROFILE }, { nats, mongo });
  sniffer = await connect({ servers: system.natsUrl });
  sniffer.subscribe('>', {
    callback: (_, { subject, headers, data }) => {
      const head = [...(headers?.keys() ?? [])].map((name) => `${name}: ${headers?.get(name)}`);
      overheard.push([subject, ...head, new TextDecoder().decode(data)].join('\n'));
    },
  });
  await sniffer.flush();
  client = new LinkTpp(system);
  bus = await connectAsAnyService(system.natsUrl, 'canaries');
});
afterAll(async () => {
  globalThis.fetch = before;
  await bus.close();
  await sniffer.close();
  await system[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

canaries.note('IBAN', ...Object.values(IBAN), 'HR1210010051863000161');
canaries.note('card number', CARD.clear);
canaries.note('password', 'psu-private-pass', 'psu-multi-pass', 'psu-corporate-1-pass', 'canary-password-4714');
canaries.note('PSU-ID', 'psu-private', 'psu-multi', 'psu-corporate-1', 'canary-psu-4715');
canaries.note('company', 'corp-1', 'canary-corp-4716');
canaries.note('names and references', ...Object.values(NAMES), 'Kanarinac bulk 4717', 'Kanarinac camt 4718');
canaries.note('telemetry', 'CanaryBrowser/17.3', 'GEO:45.812345;15.987654', TELEMETRY['PSU-Device-ID'], '192.0.2.10');
canaries.note('bearer token', 'canary-bearer-token-4711');
canaries.note('cookie', 'canary-cookie-4712');

async function create(path: string, body: unknown, headers: object = {}): Promise<TppAnswer> {
  const created = await client.tpp.post(path, body, { headers: { ...TELEMETRY, ...headers } });
  expect(created.status, created.text).toBe(201);
  return created;
}
const pay = (change: object = {}, headers: object = {}) => create(SEPA, paymentOrder({ ...NAMES, ...change }), headers);

/** Approves on the pages of the bank, and returns to the TPP with the confirmation code. */
async function byRedirect(created: TppAnswer, psu: JourneyPsu = ANA): Promise<void> {
  const link = hrefOf(created, 'scaRedirect');
  canaries.note('redirect link', link.split('/').at(-1) ?? '');
  const page = await approve(system.portalUrl, link, psu);
  canaries.note('code', await new PsuClient(system.portalUrl).newestCode(psu.psuId));
  const confirmationCode = /confirmationCode=([\w-]{43})/.exec(page.url)?.[1] ?? '';
  expect(confirmationCode).not.toBe('');
  canaries.note('confirmation code', confirmationCode);
  const confirmed = await client.tpp.put(hrefOf(created, 'scaStatus'), { confirmationCode });
  expect(confirmed.body['scaStatus'], confirmed.text).toBe('finalised');
}

const CREATIONS = [
  ['/v1/consents', 'createConsent'],
  ['/v2/consents', 'createConsentConfirmationOfFunds'],
  ['/v1/signing-baskets', 'createSigningBasket'],
] as const;

async function byLinks(created: TppAnswer, psu: JourneyPsu = ANA): Promise<void> {
  const path = (created.body._links?.['self'] ?? created.body._links?.['scaStatus'])?.href ?? '';
  const operation = CREATIONS.find(([begin]) => path.startsWith(begin))?.[1] ?? 'initiatePayment';
  const requestId = created.headers.get('x-request-id') ?? '';
  // The answer as the client returns it, with its links.
  const answer: Answer = { ...created, operation, requestId, body: created.body as Answer['body'] };
  expect((await client.finish(answer, psu)).scaStatus).toBe('finalised');
  canaries.note('code', ...client.codes);
}

describe('canaries are sent in', () => {
  it('consents of both kinds, reads with them, and refused requests', async () => {
    const account = { iban: IBAN.private };
    const access = { balances: [account, { pan: CARD.clear }], transactions: [account] };
    const consent = await create('/v1/consents', consentBody({ access }), { 'PSU-ID': ANA.psuId });
    await byRedirect(consent);
    const headers = { ...TELEMETRY, 'Consent-ID': String(consent.body['consentId']) };
    const list = await client.tpp.get('/v1/accounts?withBalance=true', { headers });
    const { resourceId } = (list.body['accounts'] as { resourceId: string }[])[0] ?? { resourceId: '' };
    const path = `/v1/accounts/${resourceId}/transactions?bookingStatus=both&dateFrom=2026-01-01`;
    const { body } = await client.tpp.get(path, { headers });
    const next = (body['transactions'] as { _links?: { next?: { href: string } } })._links?.next?.href ?? '';
    canaries.note('page token', new URL(next, system.gatewayUrl).searchParams.get('page') ?? '');
    expect((await client.tpp.get(next, { headers })).status).toBe(200);
    await client.tpp.get(`${next}x`, { headers });
    await client.tpp.get(`/v1/accounts/${IBAN.private}/balances`, { headers });
    await client.tpp.get('/v1/card-accounts', { headers });
    const funds = fundsConsentOrder({ cardNumber: CARD.clear, cardInformation: NAMES.creditorName });
    await byLinks(await create('/v2/consents/confirmation-of-funds', funds, EMBEDDED));
    const asked = fundsQuestion('1.00', { cardNumber: CARD.clear, payee: NAMES.creditorName });
    await client.tpp.post('/v1/funds-confirmations', asked, { headers: TELEMETRY });
  });

  it('payments by every approach, their cancellation, a standing order, a basket and a bulk', async () => {
    await byRedirect(await pay());
    await byLinks(await pay({}, DECOUPLED), { ...ANA, method: 'push' });
    const day = new Date(Date.now() + 864_000_000).toISOString().slice(0, 10);
    const later = await pay({ requestedExecutionDate: day }, EMBEDDED);
    await byLinks(later);
    await byLinks(await client.tpp.delete(hrefOf(later, 'self'), { headers: { ...TELEMETRY, ...EMBEDDED } }));
    const series = paymentOrder({ ...NAMES, startDate: day, frequency: 'Monthly' });
    await byRedirect(await create('/v1/periodic-payments/sepa-credit-transfers', series));
    const explicit = { 'TPP-Explicit-Authorisation-Preferred': 'true', ...EMBEDDED };
    const member = await pay({}, explicit);
    await byLinks(await create('/v1/signing-baskets', { paymentIds: [member.body['paymentId']] }, explicit));
    const transfers = [{ amount: '1.00', creditorName: 'Kanarinac bulk 4717', remittance: 'Kanarinac bulk 4717' }];
    const xml = pain001({ blocks: [{ transfers }] });
    await byRedirect(await create(BULKS, xml, { 'Content-Type': 'application/xml' }));
    const broken = xml.replace('<NbOfTxs>1<', '<NbOfTxs>2<');
    const headers = { ...TELEMETRY, 'Content-Type': 'application/xml' };
    expect((await client.tpp.post(BULKS, broken, { headers })).status).toBe(400);
  });

  it('an encrypted password, wrong credentials, and data in wrong fields', async () => {
    const debtor = { debtorAccount: { iban: IBAN.multi } };
    const keys = (await client.tpp.get('/.well-known/jwks.json')).body['keys'] as JWK[];
    const jwk = keys[0] ?? {};
    const encryptedPassword = await new CompactEncrypt(new TextEncoder().encode('psu-multi-pass'))
      .setProtectedHeader({ alg: String(jwk.alg), enc: 'A256GCM', kid: String(jwk.kid) })
      .encrypt(await importJWK(jwk, String(jwk.alg)));
    canaries.note('encrypted password', encryptedPassword);
    const created = await pay(debtor, EMBEDDED);
    const named = { headers: { ...TELEMETRY, 'PSU-ID': 'psu-multi' } };
    const start = hrefOf(created, 'startAuthorisationWithEncryptedPsuAuthentication');
    const started = await client.tpp.post(start, { psuData: { encryptedPassword } }, named);
    const code = hrefOf(started, 'authoriseTransaction');
    await client.tpp.put(code, { scaAuthenticationData: canaries.note('code', '47194719') });
    await client.tpp.put(code, { scaAuthenticationData: ['47194719'], psuData: 'canary-password-4714' });
    await client.tpp.put(code, '{"psuData":{"password":"canary-password-4714"');
    await byLinks(started, { psuId: 'psu-multi' });
    const other = await pay(debtor, EMBEDDED);
    const wrong = { psuData: { password: 'canary-password-4714' } };
    const nobody = { headers: { ...TELEMETRY, 'PSU-ID': 'canary-psu-4715' } };
    await client.tpp.post(hrefOf(other, 'startAuthorisationWithPsuAuthentication'), wrong, nobody);
    const company = { headers: { ...nobody.headers, 'PSU-Corporate-ID': 'canary-corp-4716' } };
    await client.tpp.post(SEPA, paymentOrder(NAMES), company);
    const wrongIban = { iban: 'HR1210010051863000161' };
    await client.tpp.post(SEPA, paymentOrder({ ...NAMES, creditorAccount: wrongIban }), { headers: TELEMETRY });
    const bearer = { ...TELEMETRY, Authorization: 'Bearer canary-bearer-token-4711' };
    expect((await client.tpp.post(SEPA, paymentOrder(NAMES), { headers: bearer })).status).toBe(401);
    await client.tpp.get(`/v1/consents/${IBAN.private}?iban=${IBAN.private}&password=canary-password-4714`);
  });

  it('authenticator apps, passkeys and sign-ins at the bank', async () => {
    const { origin } = new URL(system.portalUrl);
    const services = { bus };
    const app = await withTotp(services, (secret) => codeOfApp(secret, new Date()), 'psu-multi');
    canaries.note('secret of an app', app.secret);
    canaries.note('session', app.session);
    const passkey = await withPasskey(services, 'psu-private', origin);
    canaries.note('passkey', passkey.device.id);
    canaries.note('session', passkey.session);
    const browser = new PsuClient(system.portalUrl);
    const page = await browser.open(`${system.portalUrl}/permissions`);
    await browser.submit(page, { psuId: 'psu-private', password: 'canary-password-4714' });
  });

  it('an import of valid and broken statements', async () => {
    const file = join(folder, 'statement.xml');
    const change = (xml: string) => xml.replace(/<Ustrd>[^<]*/, '<Ustrd>Kanarinac camt 4718');
    await writeCamtFile(file, { iban: IBAN.savings, entries: 20, change });
    const imported = await importCamt(['--nats', system.natsUrl, file]);
    expect(imported.code, imported.said).toBe(0);
    expect(canaries.foundIn(imported.said)).toEqual([]);
    writeFileSync(file, readFileSync(file, 'utf8').replace('Kanarinac camt 4718<', 'Kanarinac camt 4718&<'));
    const refused = await importCamt(['--nats', system.natsUrl, file]);
    expect([refused.code === 0, canaries.foundIn(refused.said)]).toEqual([false, []]);
  });
});

describe('afterwards none of them is found', () => {
  it('in an answer\u2019s headers or an error response', () => {
    expect(answered.length).toBeGreaterThan(100);
    expect(answered.flatMap(({ head }) => canaries.foundIn(head))).toEqual([]);
    expect(answered.filter(({ refusal }) => refusal !== '').length).toBeGreaterThan(8);
    // An id in an address names a resource, and the page of the PSU has its own link.
    expect(answered.flatMap(({ refusal }) => canaries.foundIn(refusal, ['session', 'redirect link']))).toEqual([]);
  });

  it('in a message on the bus, if it is a password, a code, a secret or a session', () => {
    const secrets = ['password', 'code', 'confirmation code', 'session', 'secret of an app', 'encrypted password'];
    expect(overheard.length).toBeGreaterThan(300);
    expect(canaries.kinds).toEqual(expect.arrayContaining(secrets));
    const all = overheard.join('\n\n');
    // Other values are found, which proves that it is the bus of this system.
    expect(canaries.foundIn(all)).toContain('IBAN');
    const open = canaries.kinds.filter((kind) => !secrets.includes(kind));
    expect(canaries.foundIn(all, open)).toEqual([]);
  });

  it('in a metric', async () => {
    for (const service of Object.values(system.services)) {
      expect([service.name, canaries.foundIn(await service.metrics())]).toEqual([service.name, []]);
    }
  });

  it('in a log of the services, of the bus or of the database', async () => {
    const services = Object.values(system.services);
    await Promise.all(services.map((service) => service.stop()));
    expect(canaries.kinds.length).toBeGreaterThanOrEqual(16);
    const logs = new Map(services.map(({ name, log }) => [name, log] as const));
    for (const name of ['nats', 'mongod']) logs.set(name, logOf(name));
    for (const [name, log] of logs) {
      expect(log.length, name).toBeGreaterThan(100);
      expect([name, canaries.foundIn(log)]).toEqual([name, []]);
    }
  });
});

it('a canary is found in any encoding', () => {
  const found = (text: string) => canaries.foundIn(text).length > 0;
  const iban = IBAN.private;
  for (const text of [
    iban,
    `x${Buffer.from(`{"iban":"${iban}"}`).toString('base64')}`,
    encodeURIComponent(`"${iban}"`),
  ])
    expect(found(text)).toBe(true);
  expect(found(JSON.stringify('psu\u002dprivate'))).toBe(true);
  expect(found('a 47194719 b')).toBe(true);
  expect(found('2026-11-21T47194719')).toBe(false);
});
