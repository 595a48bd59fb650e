import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fetchBy } from '@xs2a/client';
import {
  busPermissions,
  forgetAccounts,
  PARTICIPANTS,
  type RecordedRequest,
  SANDBOX_OPERATIONS,
  type Workspace,
} from '@xs2a/contracts';
import { openBrowser, TppClient } from '@xs2a/test-kit';
import { consentBody, paymentOrder } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { startServicesWith, type TestServices } from '@xs2a/test-system/start/start-services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keep, PHONE } from '../browser/check-page.ts';
import {
  API,
  consentFor,
  type Developer,
  type DeveloperSandbox,
  EMBEDDED,
  type Registered,
  startDeveloperSandbox,
} from './start-developer-sandbox.ts';

const folder = mkdtempSync(join(tmpdir(), 'xs2a-own-sandbox-test-'));
let sandbox: DeveloperSandbox;
let services: TestServices;
let portalUrl: string;
/** Two unrelated developers. */
let ana: Developer;
let ivo: Developer;

beforeAll(async () => {
  const limits = { WORKSPACES_MAX: '4', PORTAL_PROXIES: '127.0.0.1, ::1' };
  sandbox = await startDeveloperSandbox(limits, 'gateway', 'consent', 'sca', 'accounts', 'payments', 'bank', 'portal');
  ({ services, portalUrl } = sandbox);
  ana = await sandbox.register({
    name: 'Ana TPP',
    psus: [{ name: 'Željka Đurić', accounts: [{ months: 6, salary: '2000.00', rent: '600' }] }],
  });
  const company = { name: 'Gradnja', signers: 2, accounts: [{ balance: '9000' }] };
  ivo = await sandbox.register({ name: 'Ivo TPP', psus: [company] });
});
afterAll(async () => {
  await sandbox[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const ask: DeveloperSandbox['ask'] = (...request) => sandbox.ask(...request);
const approved: DeveloperSandbox['approved'] = (...approval) => sandbox.approved(...approval);
const driverOf: DeveloperSandbox['driverOf'] = (...whose) => sandbox.driverOf(...whose);

async function readable(by: Developer): Promise<Record<string, string>> {
  const created = await consentFor(by, by.iban);
  await approved(by, created);
  return { 'Consent-ID': String(created.body['consentId']) };
}

async function accountsOf(
  by: Developer,
  headers: Record<string, string>,
): Promise<{ iban: string; resourceId: string }[]> {
  const { body } = await by.tpp.get('/v1/accounts', { headers });
  return body['accounts'] as { iban: string; resourceId: string }[];
}

describe('a developer who registers by one call', () => {
  it('reads the history of its own PSU over mutual TLS with its own certificate', async () => {
    const headers = await readable(ana);
    const [account] = await accountsOf(ana, headers);
    expect(account?.iban).toBe(ana.iban);
    const [balances, transactions] = [
      await ana.tpp.get(`/v1/accounts/${account?.resourceId}/balances`, { headers }),
      await ana.tpp.get(`/v1/accounts/${account?.resourceId}/transactions?bookingStatus=booked&dateFrom=2000-01-01`, {
        headers,
      }),
    ];
    expect(balances.text).toContain('"1500.00"');
    expect(transactions.text).toContain('Najamnina stana');
    expect(transactions.text.match(/"Plaća"/g)?.length).toBeGreaterThanOrEqual(3);
  });

  it('has a PSU-ID, a password and an inbox that others cannot guess, with custom names', () => {
    expect(ana.psu.psuId).toBe(`zeljka-duric.${ana.workspace.id}`);
    expect(ana.workspace).toMatchObject({ name: 'Ana TPP', tppId: `PSDHR-HNB-DEV${ana.workspace.id.toUpperCase()}` });
    expect(ana.psu.password).not.toBe(ivo.psu.password);
  });

  it('reads what is wrong with a request, and that a key is missing or unknown', async () => {
    const wrong = await ask('POST', '', undefined, { psus: [{ accounts: [{ months: 99 }] }], colour: 'red' });
    expect([wrong.status, await wrong.json()]).toEqual([
      400,
      {
        status: 400,
        detail: expect.stringMatching(
          /psus\[0\]\.accounts\[0\]\.months.*colour|colour.*psus\[0\]\.accounts\[0\]\.months/s,
        ),
      },
    ]);
    expect((await ask('GET', '/mine')).status).toBe(401);
    expect((await ask('GET', '/mine', `xs2a_sandbox_${'A'.repeat(43)}`)).status).toBe(404);
  });

  it('is counted by the client address that the proxy before the portal reports', async () => {
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': '192.0.2.99' };
    const body = JSON.stringify({ psus: [{ name: 'Rate', accounts: [{ months: 0 }] }] });
    const created = await fetch(portalUrl + API, { method: 'POST', headers, body });
    const { key } = (await created.json()) as Registered;
    expect((await ask('DELETE', '/mine', key)).status).toBe(204);
    const hash = createHash('sha256').update('192.0.2.99').digest('base64url');
    const counted = services.database('bank').collection<{ _id: string; count: number }>('registrations');
    expect(await counted.findOne({ _id: { $regex: `^${hash}:` } })).toMatchObject({ count: 1 });
  });

  it('gets more certificates, with fewer roles too', async () => {
    const answer = await ask('POST', '/mine/certificates', ana.key, { kind: 'qwac', roles: ['PISP'] });
    const pair = (await answer.json()) as { certificate: string; key: string };
    const authority = ana.authority;
    const payer = new TppClient(sandbox.gatewayUrl, undefined, fetchBy({ ...pair, authority }) as typeof fetch);
    expect((await payer.post('/v1/consents', consentBody())).text).toContain('ROLE_INVALID');
  });
});

describe('two developers', () => {
  it("never reach each other's PSUs, not even with their password", async () => {
    const created = await consentFor(ivo, ana.iban);
    await expect(driverOf(ivo, ana.psu, ana.key).untilCode(created)).rejects.toThrow('PSU_CREDENTIALS_INVALID');
    expect((await ivo.tpp.follow(created, 'status')).body['consentStatus']).toBe('received');
  });

  it('pay into another bank if they enter an account of the other', async () => {
    const order = paymentOrder({ debtorAccount: { iban: ana.iban }, creditorAccount: { iban: ivo.iban } });
    const created = await ana.tpp.post('/v1/payments/sepa-credit-transfers', order, { headers: EMBEDDED });
    await approved(ana, created);
    await eventually(
      async () => (await ana.tpp.follow(created, 'status')).body['transactionStatus'],
      (status) => status === 'ACSC',
    );
    const { workspace } = (await (await ask('GET', '/mine', ivo.key)).json()) as { workspace: Workspace };
    expect(workspace.psus[0]?.accounts[0]?.balance).toBe('9000.00');
  });

  it('have separate companies, and both signers of each must sign', async () => {
    expect(ivo.workspace.psus.map(({ corporateId }) => corporateId)).toEqual([
      `company-gradnja.${ivo.workspace.id}`,
      `company-gradnja.${ivo.workspace.id}`,
    ]);
    const created = await consentFor(ivo, ivo.iban);
    await approved(ivo, created);
    expect((await ivo.tpp.follow(created, 'status')).body['consentStatus']).toBe('partiallyAuthorised');
  });
});

describe('features for developers', () => {
  const simulate = async (simulation: object, { key } = ana) => {
    const answer = await ask('POST', '/mine/simulations', key, simulation);
    return { status: answer.status, ...((await answer.json()) as { done?: boolean; workspace?: Workspace }) };
  };

  it('incoming funds are booked and read at once', async () => {
    const headers = await readable(ana);
    const [account] = await accountsOf(ana, headers);
    expect(await simulate({ what: 'fundsArrive', iban: ana.iban, amount: '12.34', text: 'Thanks' })).toMatchObject({
      done: true,
    });
    const read = await ana.tpp.get(
      `/v1/accounts/${account?.resourceId}/transactions?bookingStatus=booked&dateFrom=2000-01-01`,
      { headers },
    );
    expect(read.text).toContain('Thanks');
    expect((await simulate({ what: 'fundsArrive', iban: ivo.iban })).status).toBe(400);
  });

  it('a code that has expired is refused', async () => {
    const driver = driverOf(ana, ana.psu, ana.key);
    const challenged = await driver.untilCode(await consentFor(ana, ana.iban));
    expect(await simulate({ what: 'codesExpire' })).toMatchObject({ done: true });
    expect((await driver.enterCode(challenged)).status).toBe(401);
  });
});

describe('the requests of a TPP', () => {
  const logOf = async (key: string, path = '') => {
    const headers = { Accept: 'application/json', Authorization: `Bearer ${key}` };
    const answer = await fetch(`${portalUrl}/sandbox/workspace/requests${path}`, { headers });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const found = async (key: string, search: string) =>
    (await logOf(key, `?q=${encodeURIComponent(search)}`)).body['requests'] as RecordedRequest[];

  it('are stored with their answers and no secrets, can be searched, and are explained', async () => {
    const refused = await ana.tpp.post('/v1/consents', { access: {} }, { headers: EMBEDDED });
    const requestId = refused.headers.get('X-Request-ID') ?? '';
    const [entry] = await eventually(
      () => found(ana.key, requestId),
      (entries) => entries.length > 0,
    );
    expect(entry).toMatchObject({
      method: 'POST',
      path: '/v1/consents',
      status: 400,
      requestId,
      problem: { remedy: expect.any(String) },
    });
    const { body } = await logOf(ana.key, `/${entry?.id}`);
    expect(body['answerBody']).toContain('FORMAT_ERROR');
    const created = await consentFor(ana, ana.iban);
    await approved(ana, created);
    const secrets = await eventually(
      () => found(ana.key, String(created.body['consentId'])),
      (entries) => entries.length > 2,
    );
    const whole = await Promise.all(
      secrets.map(async ({ id }) => JSON.stringify((await logOf(ana.key, `/${id}`)).body)),
    );
    const events = whole.join();
    expect(events).toMatch(/"what":"authorised: valid, by psu","where":"consent"/);
    expect(events).toMatch(/"what":"[a-zA-Z]+: finalised[^"]*","where":"sca"/);
    expect(whole.join()).toContain('(string of ');
    expect(whole.join()).not.toContain(ana.psu.password);
    expect(whole.join()).not.toMatch(/scaAuthenticationData.{1,12}\d{6}/);
  });

  it('are repeated by the command in the log', async () => {
    const sent = await ana.tpp.get('/v1/consents/unknown/status');
    const [entry] = await eventually(
      () => found(ana.key, sent.headers.get('X-Request-ID') ?? ''),
      (entries) => entries.length > 0,
    );
    const { body } = await logOf(ana.key, `/${entry?.id}`);
    writeFileSync(join(folder, 'tpp-qwac.pem'), ana.qwac.key + ana.qwac.certificate + ana.authority);
    const printed = await promisify(execFile)('bash', ['-c', String(body['curl'])], { cwd: folder });
    expect(printed.stdout).toMatch(/^HTTP\/1.1 403 /);
  });

  it('are private: another key finds none of them, and the shared TPPs are not recorded', async () => {
    const [own] = await found(ana.key, '/v1/consents');
    expect(own).toBeDefined();
    expect(await found(ivo.key, own?.requestId ?? '')).toEqual([]);
    expect((await logOf(ivo.key, `/${own?.id}`)).status).toBe(404);
    expect((await logOf(`xs2a_sandbox_${'A'.repeat(43)}`)).status).toBe(404);
    await new TppClient(services.running.gateway.httpUrl ?? '').get('/v1/consents/unknown/status');
    const tpps = await services.database('gateway').collection('recordedRequests').distinct('tppId');
    expect(tpps.filter((tpp: string) => !tpp.startsWith('PSDHR-HNB-DEV'))).toEqual([]);
  });
});

describe('a developer who resets the sandbox', () => {
  it('has the same PSUs and numbers with their initial balances, and others notice nothing', async () => {
    const reset = await ask('POST', '/mine/reset', ana.key);
    const { workspace } = (await reset.json()) as { workspace: Workspace };
    expect(workspace.psus[0]).toMatchObject({ ...ana.psu, accounts: [{ iban: ana.iban, balance: '1500.00' }] });
    expect(await accountsOf(ana, await readable(ana))).toMatchObject([{ iban: ana.iban }]);
  });

  it('and deletes everything leaves no readable data and no valid key', async () => {
    const third = await sandbox.register({});
    const headers = await readable(third);
    await sandbox.register({});
    const refused = await ask('POST', '', undefined, {});
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600']);
    expect(await refused.json()).toEqual({ status: 429, detail: expect.stringContaining('as many developers') });
    expect((await ask('DELETE', '/mine', third.key)).status).toBe(204);
    expect((await ask('GET', '/mine', third.key)).status).toBe(404);
    expect(await accountsOf(third, headers)).toEqual([]);
    const bank = services.database('bank');
    const left = await Promise.all(
      ['psus', 'ledgerAccounts', 'feeds', 'entries', 'workspaces'].map((name) =>
        bank.collection<{ _id: string }>(name).countDocuments({ _id: new RegExp(third.workspace.id) }),
      ),
    );
    expect(left).toEqual([0, 0, 0, 0, 0]);
  });
});

describe('the page of a developer', () => {
  it('registers with a click, without a script, fits and has no axe findings', async () => {
    const browser = await openBrowser();
    try {
      const own = await browser.newContext({ javaScriptEnabled: false });
      const page = await own.newPage();
      await page.goto(`${portalUrl}/sandbox/workspace`);
      await page.getByLabel('Name of your TPP').fill('Mia <TPP>');
      await page.getByRole('button', { name: 'Create my sandbox' }).click();
      await page.getByRole('alert').getByText('name: may have letters').waitFor();
      await page.getByLabel('Name of your TPP').fill('Mia TPP');
      await page.getByLabel('Salary each month').fill('1800.00');
      await page.getByRole('button', { name: 'Create my sandbox' }).click();
      await page.getByText('Your sandbox is ready').waitFor();
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download a QWAC' }).click();
      expect(readFileSync(await (await download).path(), 'utf8').match(/BEGIN [A-Z ]+/g)).toEqual([
        'BEGIN PRIVATE KEY',
        'BEGIN CERTIFICATE',
        'BEGIN CERTIFICATE',
      ]);
      await page.getByRole('button', { name: 'Let funds arrive' }).click();
      await page.getByText('It has happened').waitFor();
      await page.getByRole('cell', { name: '1600.00 EUR' }).waitFor();
      await page.getByLabel('Minutes that the bank is away').fill('5');
      await page.getByRole('button', { name: 'Let the bank be away' }).click();
      await page.getByText(/The bank is away until [-0-9 :]{16} UTC/).waitFor();
      await page.getByRole('button', { name: 'Let the bank come back' }).click();
      await page.getByText('The bank is present').waitFor();
      await page.getByRole('button', { name: 'Hold payments at the bank' }).click();
      await page.getByText('held: the bank executes none').waitFor();
      await page.getByLabel('Reason, if it is rejected').fill('ac04');
      await page.getByRole('button', { name: 'Reject it (RJCT)' }).click();
      await page.getByText('There was nothing open').waitFor();
      const cookies = [{ name: 'xs2a-workspace', value: ana.key, url: portalUrl }];
      for (const shape of [{ colorScheme: 'light' as const }, { ...PHONE, colorScheme: 'dark' as const }]) {
        const context = await browser.newContext(shape);
        const seen = await context.newPage();
        await seen.goto(`${portalUrl}/sandbox/workspace`);
        await keep(seen, `own-sandbox-start-${shape.colorScheme}`);
        await context.addCookies(cookies);
        await seen.goto(`${portalUrl}/sandbox/workspace`);
        await keep(seen, `own-sandbox-${shape.colorScheme}`);
        await seen.goto(`${portalUrl}/sandbox/workspace/requests`);
        await keep(seen, `own-sandbox-requests-${shape.colorScheme}`);
        await seen.getByRole('link', { name: 'GET' }).first().click();
        await keep(seen, `own-sandbox-request-${shape.colorScheme}`);
      }
      await page.getByLabel('Delete my TPP').check();
      await page.getByRole('button', { name: 'Delete my sandbox' }).click();
      await page.getByRole('button', { name: 'Create my sandbox' }).waitFor();
    } finally {
      await browser.close();
    }
  });
});

describe('in production', () => {
  it('nothing of it exists: no address, no operation on the bus, no deletion of accounts', async () => {
    const profile = join(folder, 'bank.yaml');
    writeFileSync(profile, 'aspspName: Banka d.d.');
    await using production = await startServicesWith(
      { SANDBOX: 'false', PORTAL_PORT: '0', PORTAL_URL: 'https://portal.test', DRAIN_SECONDS: '0', PROFILE: profile },
      'portal',
      'accounts',
    );
    const url = production.running.portal.httpUrl ?? '';
    const asked = [
      ['GET', '/sandbox/workspace'],
      ['POST', API],
      ['GET', `${API}/mine`],
      ['DELETE', `${API}/mine`],
    ].map(
      async ([method = '', path = '']) =>
        (await fetch(url + path, { method, headers: { Authorization: `Bearer ${ana.key}` } })).status,
    );
    expect(await Promise.all(asked)).toEqual([404, 404, 404, 404]);
    await expect(production.bus.ask(forgetAccounts, { bankAccountIds: ['A1101-EUR'] })).rejects.toThrow(
      'serviceUnavailable',
    );
    const ofDevelopers = [...SANDBOX_OPERATIONS].filter((subject) => /Workspace|forget/.test(subject));
    const allowed = PARTICIPANTS.flatMap((one) => {
      const { publish, subscribe } = busPermissions(one, { sandbox: false });
      return [...publish, ...subscribe];
    });
    expect(ofDevelopers.filter((subject) => allowed.includes(subject))).toEqual([]);
  });
});
