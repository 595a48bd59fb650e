import type { RecordedRequest, Workspace } from '@xs2a/contracts';
import { forAllTests, hrefOf, pain001 } from '@xs2a/test-kit';
import { BULKS, fundsConsentOrder, fundsQuestion, paymentOrder } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { beforeAll, describe, expect, it } from 'vitest';
import { keep, PHONE } from '../browser/check-page.ts';
import { openBrowserOfPsu } from '../browser/tpp-site.ts';
import { consentFor, type Developer, EMBEDDED, startDeveloperSandbox } from './start-developer-sandbox.ts';

const SERVICES = ['gateway', 'consent', 'sca', 'accounts', 'payments', 'bank', 'portal', 'notifier'] as const;
const PAYMENTS = '/v1/payments/sepa-credit-transfers';

const sandbox = forAllTests(() => startDeveloperSandbox({}, ...SERVICES));

const asJson = async (path: string, key?: string): Promise<unknown> => {
  const headers = { Accept: 'application/json', ...(key !== undefined && { Authorization: `Bearer ${key}` }) };
  return (await fetch(sandbox.portalUrl + path, { headers })).json();
};
const workspaceOf = async ({ key }: Developer): Promise<Workspace> =>
  ((await (await sandbox.ask('GET', '/mine', key)).json()) as { workspace: Workspace }).workspace;
const simulate = async ({ key }: Developer, simulation: object) => {
  const answer = await sandbox.ask('POST', '/mine/simulations', key, simulation);
  return { status: answer.status, ...((await answer.json()) as { done?: boolean; workspace?: Workspace }) };
};
const sent = (amount: string, { iban }: Developer) =>
  paymentOrder({ debtorAccount: { iban }, instructedAmount: { currency: 'EUR', amount } });
const statusOf = async ({ tpp }: Developer, id: unknown): Promise<unknown> =>
  (await tpp.get(`${PAYMENTS}/${String(id)}/status`)).body['transactionStatus'];
const untilStatus = (by: Developer, id: unknown, wanted: string) =>
  eventually(
    () => statusOf(by, id),
    (status) => status === wanted,
  );

interface Day {
  readonly developer: Developer;
  readonly box: string;
  readonly consentId: string;
  readonly paymentId: string;
  readonly read: string;
  /** Addresses of further resources: a consent to funds confirmations, a bulk payment, a basket. */
  readonly more: readonly string[];
  readonly inbox: readonly object[];
  readonly prompts: readonly { readonly authorisationId: string }[];
  readonly log: readonly RecordedRequest[];
  readonly notified: string;
}

const FUNDS_CONSENTS = '/v2/consents/confirmation-of-funds';
const areThere = ({ tpp }: Developer, { iban }: Developer) =>
  tpp.post('/v1/funds-confirmations', fundsQuestion('1.00', { account: { iban } }));

/** Returns the address of a consent that funds were confirmed with. */
async function fundsOf(by: Developer): Promise<string> {
  const order = fundsConsentOrder({ account: { iban: by.iban } });
  const created = await by.tpp.post(FUNDS_CONSENTS, order, { headers: EMBEDDED });
  await sandbox.approved(by, created);
  expect((await areThere(by, by)).body).toMatchObject({ fundsAvailable: true });
  return `${FUNDS_CONSENTS}/${String(created.body['consentId'])}`;
}

/** Returns the address of an executed bulk payment of 2.00 EUR. */
async function bulkOf(by: Developer): Promise<string> {
  const xml = pain001({ blocks: [{ debtorIban: by.iban, transfers: [{ amount: '1.50' }, { amount: '0.50' }] }] });
  const created = await by.tpp.post(BULKS, xml, { headers: { ...EMBEDDED, 'Content-Type': 'application/xml' } });
  expect([created.status, created.text]).toEqual([201, expect.any(String)]);
  await sandbox.approved(by, created);
  const address = `${BULKS}/${String(created.body['paymentId'])}`;
  await eventually(
    async () => (await by.tpp.get(`${address}/status`)).body['transactionStatus'],
    (status) => status === 'ACSC',
  );
  return address;
}

/** Returns the address of a basket with two executed payments of 1.00 EUR. */
async function basketOf(by: Developer): Promise<string> {
  const payments = [1, 2].map(() => by.tpp.post(PAYMENTS, sent('1.00', by), { headers: EMBEDDED }));
  const paymentIds = (await Promise.all(payments)).map(({ body }) => body['paymentId']);
  const created = await by.tpp.post('/v1/signing-baskets', { paymentIds }, { headers: EMBEDDED });
  await sandbox.approved(by, created);
  await Promise.all(paymentIds.map((id) => untilStatus(by, id, 'ACSC')));
  return `/v1/signing-baskets/${String(created.body['basketId'])}`;
}

/** Runs the first day of a developer, with a distinct name and amount. */
async function firstDay(name: string, amount: string): Promise<Day> {
  const psus = [{ name, accounts: [{ balance: '5000.00', months: 1, salary: '1234.00' }] }];
  const developer = await sandbox.register({ name: `${name} TPP`, psus });
  const { tpp, psu, key } = developer;
  const box = `/sandbox/notifications/${developer.workspace.id}`;
  const notify = {
    'TPP-Notification-URI': sandbox.portalUrl + box,
    'TPP-Notification-Content-Preferred': 'status=PROCESS',
  };
  const consent = await consentFor(developer, developer.iban, { ...EMBEDDED, ...notify });
  await sandbox.approved(developer, consent);
  const consentId = String(consent.body['consentId']);
  const headers = { 'Consent-ID': consentId };
  const accounts = await tpp.get('/v1/accounts', { headers });
  const [account] = accounts.body['accounts'] as { resourceId: string }[];
  const balances = await tpp.get(`/v1/accounts/${account?.resourceId}/balances`, { headers });
  const payment = await tpp.post(PAYMENTS, sent(amount, developer), { headers: { ...EMBEDDED, ...notify } });
  await sandbox.approved(developer, payment);
  const paymentId = String(payment.body['paymentId']);
  await untilStatus(developer, paymentId, 'ACSC');
  const more = [await fundsOf(developer), await bulkOf(developer), await basketOf(developer)];
  const decoupled = { headers: { ...EMBEDDED, 'TPP-Decoupled-Preferred': 'true', 'PSU-ID': psu.psuId } };
  const onDevice = await tpp.post(PAYMENTS, sent('1.00', developer), decoupled);
  await tpp.post(hrefOf(onDevice, 'startAuthorisation'), {}, decoupled);
  const prompts = await eventually(
    async () => (await asJson(`/sandbox/device/${psu.psuId}`, key)) as Day['prompts'],
    (waiting) => waiting.length > 0,
  );
  const notified = await eventually(
    async () => JSON.stringify(await asJson(box)),
    (told) => told.includes('"valid"') && told.includes('"ACSC"'),
  );
  const log = await eventually(
    async () => (await asJson('/sandbox/workspace/requests', key)) as { requests: RecordedRequest[] },
    ({ requests }) => requests.some(({ path }) => path.startsWith(PAYMENTS)),
  );
  const inbox = (await asJson(`/sandbox/inbox/${psu.psuId}`, key)) as object[];
  const read = accounts.text + balances.text;
  return { developer, box, consentId, paymentId, read, more, inbox, prompts, log: log.requests, notified };
}

describe('two developers at the same time', () => {
  it('register, read, confirm funds, pay, sign a bulk and a basket and are notified, and none sees or disturbs the other', async () => {
    const days = await Promise.all([firstDay('Ana Horvat', '11.11'), firstDay('Ivo Babić', '22.22')]);
    const [ana, ivo] = days;
    for (const [own, other] of [
      [ana, ivo],
      [ivo, ana],
    ] as const) {
      const { developer, consentId, paymentId } = other;
      const { tpp, key } = own.developer;
      const created = other.more.map((address) => address.split('/').at(-1) ?? '');
      const foreign = [developer.iban, developer.psu.psuId, developer.workspace.id, consentId, paymentId, ...created];
      const seen = JSON.stringify([own.read, own.inbox, own.prompts, own.log, own.notified]);
      expect(foreign.filter((id) => seen.includes(id))).toEqual([]);
      expect(own.read).toContain(own.developer.iban);
      expect(own.notified).toContain(own.paymentId);
      const found = await asJson(`/sandbox/workspace/requests?q=${paymentId}`, key);
      expect((found as { requests: RecordedRequest[] }).requests).toEqual([]);
      // A resource of one TPP is unknown to another.
      expect((await tpp.get(`/v1/consents/${consentId}`)).status).toBe(403);
      expect((await tpp.get('/v1/accounts', { headers: { 'Consent-ID': consentId } })).text).toContain(
        'CONSENT_UNKNOWN',
      );
      expect((await tpp.get(`${PAYMENTS}/${paymentId}/status`)).status).toBe(404);
      for (const address of other.more) expect([403, 404]).toContain((await tpp.get(`${address}/status`)).status);
      expect((await areThere(own.developer, developer)).text).toContain('NO_PIIS_ACTIVATION');
      expect(await asJson(`/sandbox/inbox/${developer.psu.psuId}`, key)).toEqual([]);
      expect(await asJson(`/sandbox/device/${developer.psu.psuId}`, key)).toEqual([]);
      const [prompt] = other.prompts;
      const { authorisationId } = prompt ?? { authorisationId: '' };
      expect(await simulate(own.developer, { what: 'psuDeclines', authorisationId })).toMatchObject({ done: false });
    }
    const held = await Promise.all([workspaceOf(ana.developer), workspaceOf(ivo.developer)]);
    expect(held.map(({ psus }) => psus[0]?.accounts[0]?.balance)).toEqual(['4984.89', '4973.78']);
  });
});

describe('the page with the requests of a developer', () => {
  const PAGE = '/sandbox/workspace/requests';
  const ask = ({ tpp }: Developer, name: string) => tpp.get(`/v1/consents/${name}/status`);

  it('adds new requests at the top while it is open, of no other developer, and stops while it is paused', async () => {
    const [ana, ivo] = await Promise.all([sandbox.register({}), sandbox.register({})]);
    await using psu = await openBrowserOfPsu();
    const context = await psu.browser.newContext(PHONE);
    await context.addCookies([{ name: 'xs2a-workspace', value: ana.key, url: sandbox.portalUrl }]);
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(sandbox.portalUrl + PAGE);
    await page.getByText('Your TPP has sent nothing yet.').waitFor();
    await Promise.all([ask(ana, 'first'), ask(ivo, 'foreign')]);
    await page.getByRole('link', { name: '/v1/consents/first/status' }).waitFor();
    expect(await page.getByRole('status').textContent()).toBe('1 new request');
    await ask(ana, 'second');
    await page.getByRole('link', { name: '/v1/consents/second/status' }).waitFor();
    expect(await page.getByRole('rowheader').allTextContents()).toEqual(
      ['second', 'first'].map((name) => `GET /v1/consents/${name}/status`),
    );
    await page.getByRole('button', { name: 'Pause' }).focus();
    await keep(page, 'own-sandbox-requests-live');
    await page.keyboard.press('Enter');
    await ask(ana, 'third');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    // Longer than the interval between two updates.
    await page.clock.fastForward(10_000);
    expect([asked, await page.getByRole('rowheader').count()]).toEqual([[], 2]);
    await page.getByRole('button', { name: 'Go on' }).press('Enter');
    await page.getByRole('link', { name: '/v1/consents/third/status' }).waitFor();
    // The search of the page finds all entries.
    await page.goto(`${sandbox.portalUrl}${PAGE}?q=fifth`);
    await Promise.all([ask(ana, 'fourth'), ask(ana, 'fifth')]);
    await page.getByRole('link', { name: '/v1/consents/fifth/status' }).waitFor();
    expect(await page.getByRole('rowheader').count()).toBe(1);
    await context.close();
    const plain = await psu.browser.newContext({ javaScriptEnabled: false });
    await plain.addCookies([{ name: 'xs2a-workspace', value: ana.key, url: sandbox.portalUrl }]);
    const still = await plain.newPage();
    await still.goto(sandbox.portalUrl + PAGE);
    expect(await still.getByRole('button', { name: 'Pause' }).isVisible()).toBe(false);
    await still.getByRole('link', { name: 'Refresh every five seconds' }).click();
    const { headers } = await fetch(sandbox.portalUrl + PAGE + '?live=1', {
      headers: { Accept: 'text/html', Cookie: `xs2a-workspace=${ana.key}` },
    });
    expect([headers.get('refresh'), headers.get('content-security-policy')]).toEqual([
      '5',
      expect.not.stringContaining('script-src'),
    ]);
  });
});

describe('a developer without a browser', () => {
  let ana: Developer;
  let ivo: Developer;
  beforeAll(async () => {
    ana = await sandbox.register({
      psus: [
        { name: 'Ana', methods: ['sms'] },
        { name: 'Eva', methods: ['push'] },
      ],
    });
    ivo = await sandbox.register({});
  });
  const answer = async ({ key }: Developer, wish: object) => {
    const response = await sandbox.ask('POST', '/mine/redirects', key, wish);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const redirected = (by: Developer, iban = by.iban) =>
    consentFor(by, iban, {
      'TPP-Redirect-Preferred': 'true',
      'TPP-Redirect-URI': 'https://tpp.example/ok?state=1',
      'TPP-Nok-Redirect-URI': 'https://tpp.example/nok',
    });

  it('approves a redirect with a code, and with a device', async () => {
    const created = await redirected(ana);
    expect(await answer(ana, { scaRedirect: hrefOf(created, 'scaRedirect'), answer: 'approve' })).toEqual({
      status: 200,
      body: {
        authorisationId: expect.any(String),
        scaStatus: 'finalised',
        returnUri: expect.stringMatching(/^https:\/\/tpp\.example\/ok\?state=1/),
      },
    });
    expect((await ana.tpp.follow(created, 'status')).body['consentStatus']).toBe('valid');
    const eva = ana.workspace.psus[1];
    const pushed = await redirected(ana, eva?.accounts[0]?.iban);
    const wish = { scaRedirect: hrefOf(pushed, 'scaRedirect'), answer: 'approve', psuId: eva?.psuId };
    expect((await answer(ana, wish)).body).toMatchObject({ scaStatus: 'finalised' });
    expect((await ana.tpp.follow(pushed, 'status')).body['consentStatus']).toBe('valid');
  });

  it('declines a redirect, and gets the redirect URI for that case', async () => {
    const created = await redirected(ana);
    expect((await answer(ana, { scaRedirect: hrefOf(created, 'scaRedirect'), answer: 'decline' })).body).toMatchObject({
      scaStatus: 'failed',
      returnUri: expect.stringMatching(/^https:\/\/tpp\.example\/nok/),
    });
    expect((await ana.tpp.follow(created, 'status')).body['consentStatus']).toBe('rejected');
  });

  it('uses no link of another TPP, for no PSU of another sandbox, and nothing twice', async () => {
    const created = await redirected(ana);
    const scaRedirect = hrefOf(created, 'scaRedirect');
    expect((await answer(ivo, { scaRedirect, answer: 'approve' })).status).toBe(404);
    expect((await answer(ivo, { scaRedirect, answer: 'decline' })).status).toBe(404);
    expect((await answer(ana, { scaRedirect, answer: 'approve', psuId: ivo.psu.psuId })).status).toBe(400);
    expect((await answer(ana, { scaRedirect: 'https://tpp.example/', answer: 'approve' })).status).toBe(400);
    const shared = await consentFor(ivo, ana.iban, {
      'TPP-Redirect-Preferred': 'true',
      'TPP-Redirect-URI': 'https://tpp.example/ok',
    });
    const notOwn = await answer(ivo, { scaRedirect: hrefOf(shared, 'scaRedirect'), answer: 'approve' });
    expect([notOwn.status, notOwn.body['detail']]).toEqual([409, expect.stringContaining('accountsNotOfPsu')]);
    expect((await ana.tpp.follow(created, 'status')).body['consentStatus']).toBe('received');
    expect((await answer(ana, { scaRedirect, answer: 'approve' })).status).toBe(200);
    expect((await answer(ana, { scaRedirect, answer: 'decline' })).status).toBeGreaterThanOrEqual(400);
    expect((await ana.tpp.follow(created, 'status')).body['consentStatus']).toBe('valid');
  });
});

describe('a developer who sets statuses', () => {
  const HOLD = { what: 'payments', state: 'held' };
  const RELEASE = { what: 'payments', state: 'executed' };
  const push = (transactionStatus: string, paymentId?: unknown, more: object = {}) => ({
    what: 'paymentStatus',
    transactionStatus,
    ...(paymentId !== undefined && { paymentId }),
    ...more,
  });

  it('holds its payments, and books, rejects, stops and credits them one by one', async () => {
    const [ana, ivo] = await Promise.all([sandbox.register({}), sandbox.register({})]);
    await simulate(ana, HOLD);
    const pay = async (by: Developer, amount: string) => {
      const created = await by.tpp.post(PAYMENTS, sent(amount, by), { headers: EMBEDDED });
      await sandbox.approved(by, created);
      return String(created.body['paymentId']);
    };
    const booked = await pay(ana, '10.00');
    const rejected = await pay(ana, '20.00');
    const stopped = await pay(ana, '30.00');
    const released = await pay(ana, '40.00');
    for (const id of [booked, rejected, stopped, released]) await untilStatus(ana, id, 'ACSP');
    // The payments of others continue.
    await untilStatus(ivo, await pay(ivo, '5.00'), 'ACSC');
    expect((await workspaceOf(ana)).simulation).toMatchObject({
      payments: 'held',
      held: [booked, rejected, stopped, released],
    });
    expect((await simulate(ivo, push('ACSC', booked))).status).toBe(400);
    expect(await simulate(ana, push('ACCC', booked))).toMatchObject({ done: false });
    expect(await simulate(ana, push('ACSC'))).toMatchObject({ done: true });
    await untilStatus(ana, booked, 'ACSC');
    expect(await simulate(ana, push('ACCC', booked))).toMatchObject({ done: true });
    expect(await statusOf(ana, booked)).toBe('ACCC');
    expect(await simulate(ana, push('RJCT', rejected, { reasonCode: 'AC04' }))).toMatchObject({ done: true });
    await untilStatus(ana, rejected, 'RJCT');
    expect((await ana.tpp.get(`${PAYMENTS}/${rejected}/status`)).text).toContain('AC04');
    expect(await simulate(ana, push('CANC', stopped))).toMatchObject({ done: true });
    await untilStatus(ana, stopped, 'CANC');
    expect(await simulate(ana, push('ACSC', rejected))).toMatchObject({ done: false });
    expect(await simulate(ana, RELEASE)).toMatchObject({ workspace: { simulation: { held: [] } } });
    await untilStatus(ana, released, 'ACSC');
    expect((await workspaceOf(ana)).psus[0]?.accounts[0]?.balance).toBe('1450.00');
  });
});
