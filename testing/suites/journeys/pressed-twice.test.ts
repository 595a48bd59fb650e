import { freePort, hrefOf, type Page, PsuClient, type TppAnswer, TppClient } from '@xs2a/test-kit';
import { paymentOrder, REDIRECT_HEADERS, RETURN } from '@xs2a/test-system/data/fixtures';
import { SEPA } from '@xs2a/test-system/start/payment-services';
import { startServicesWith, type TestServices } from '@xs2a/test-system/start/start-services';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const APP = { 'TPP-Redirect-URI': 'com.example.tpp:/ok', 'TPP-Nok-Redirect-URI': 'com.example.tpp:/nok' };
const WEB = { 'TPP-Redirect-URI': RETURN.ok, 'TPP-Nok-Redirect-URI': RETURN.nok };
const PSU = { psuId: 'psu-private', password: 'psu-private-pass' };
/** As many as there are attempts. */
const PRESSES = 3;

let services: TestServices;
let portalUrl: string;
let tpp: TppClient;
let created: TppAnswer;
let psu: PsuClient;

beforeAll(async () => {
  const port = String(await freePort());
  portalUrl = `http://localhost:${port}`;
  const own = { PORTAL_PORT: port, PORTAL_URL: portalUrl };
  services = await startServicesWith(own, 'gateway', 'bank', 'sca', 'consent', 'payments', 'portal');
  tpp = new TppClient(services.running.gateway.httpUrl ?? '');
});
afterAll(() => services?.[Symbol.asyncDispose]());
beforeEach(async () => {
  await services.database('sca').collection('psuAttempts').deleteMany({});
  psu = new PsuClient(portalUrl);
});

async function openLink(to: Record<string, string>): Promise<Page> {
  created = await tpp.post(SEPA, paymentOrder(), { headers: { ...REDIRECT_HEADERS, ...to } });
  return psu.open(`${hrefOf(created, 'scaRedirect')}?state=s-1`);
}

async function openCodePage(to: Record<string, string>): Promise<Page> {
  const methods = await psu.submit(await openLink(to), PSU);
  return psu.submit(methods, { authenticationMethodId: 'sms' });
}

async function inbox(): Promise<unknown[]> {
  const answer = await fetch(`${portalUrl}/sandbox/inbox/psu-private`, { headers: { Accept: 'application/json' } });
  return (await answer.json()) as unknown[];
}

async function checkedAtBank(): Promise<number> {
  const challenges = services.database('bank').collection<{ attempts: unknown[] }>('challenges');
  const [challenge] = await challenges.find().sort({ sentAt: -1 }).limit(1).toArray();
  return challenge?.attempts.length ?? 0;
}

const statusOf = async () => (await tpp.follow(created, 'status')).body['transactionStatus'];
const wrongCode = async () => String((Number(await psu.newestCode(PSU.psuId)) + 1) % 1_000_000).padStart(6, '0');

/** Submits one form repeatedly: all before the first answer, or each after the answer to the one before. */
async function pressAgain(
  page: Page,
  fields: Record<string, string>,
  answers: 'lost' | 'received',
  target?: string,
): Promise<Page> {
  for (let press = 1; press < PRESSES; press++) {
    await (answers === 'lost' ? psu.withAnswersLost() : psu).submit(page, fields, target);
  }
  return psu.submit(page, fields, target);
}

describe.each(['lost', 'received'] as const)('a form submitted again, its answers %s', (answers) => {
  it('with the right code leads to the approval and back to the app, and no code is verified twice', async () => {
    const page = await openCodePage(APP);
    const code = await psu.newestCode(PSU.psuId);
    const last = await pressAgain(page, { code }, answers);
    expect(last.html).toContain('Plaćanje je odobreno');
    expect(last.html).toContain('href="com.example.tpp:/ok?state=s-1"');
    expect(last.html).not.toMatch(/zastar|nije poslan/i);
    expect(await checkedAtBank()).toBe(1);
    expect((await tpp.follow(created, 'scaStatus')).body['scaStatus']).toBe('finalised');
    // Opening the form again gives the same page.
    expect((await psu.open(page.url)).html).toContain('Plaćanje je odobreno');
  });

  it('with the right code leads to a TPP on the web', async () => {
    const page = await openCodePage(WEB);
    const last = await pressAgain(page, { code: await psu.newestCode(PSU.psuId) }, answers);
    expect(last.url).toBe(`${RETURN.ok}?state=s-1`);
  });

  it('with a wrong code uses one attempt, and says how many are left', async () => {
    const page = await openCodePage(APP);
    const last = await pressAgain(page, { code: await wrongCode() }, answers);
    expect(await checkedAtBank()).toBe(1);
    if (answers === 'lost') expect(last.html).toContain('Preostalo: 2 pokušaja');
    expect(last.html).toContain('name="code"');
    const done = await psu.submit(last, { code: await psu.newestCode(PSU.psuId) });
    expect(done.html).toContain('Plaćanje je odobreno');
  });

  it('with a wrong password uses one attempt; on the next page the same password uses another', async () => {
    const page = await openLink(APP);
    const wrong = { ...PSU, password: 'wrong' };
    let last = await pressAgain(page, wrong, answers);
    if (answers === 'lost') expect(last.html).toContain('Preostalo: 2 pokušaja');
    last = await psu.submit(last, wrong);
    expect(last.html).toContain('još jedan pokušaj');
    expect((await psu.submit(last, PSU)).html).toContain('name="authenticationMethodId"');
  });

  it('with a wrong password at the permissions uses one attempt; on the next page the same password uses another', async () => {
    const wrong = { ...PSU, password: 'wrong' };
    let last = await pressAgain(await psu.open(`${portalUrl}/permissions`), wrong, answers);
    if (answers === 'lost') expect(last.html).toContain('Preostalo: 4 pokušaja');
    last = await psu.submit(last, wrong);
    expect(last.html).toContain('Preostalo: 3 pokušaja');
    expect((await psu.submit(last, PSU)).html).toContain('name="authenticationMethodId"');
  });

  it('with the password, or a method, continues once: one code is sent', async () => {
    const methods = await pressAgain(await openLink(APP), PSU, answers);
    const before = (await inbox()).length;
    const page = await pressAgain(methods, { authenticationMethodId: 'sms' }, answers);
    expect((await inbox()).length).toBe(before + 1);
    const done = await psu.submit(page, { code: await psu.newestCode(PSU.psuId) });
    expect(done.html).toContain('Plaćanje je odobreno');
  });

  it.each([false, true])('to decline shows that it is declined, signed in: %s', async (isSignedIn) => {
    const page = isSignedIn ? await openCodePage(APP) : await openLink(APP);
    const last = await pressAgain(page, {}, answers, '/decline');
    expect(last.html).toContain('Odbili ste');
    expect(last.html).toContain('href="com.example.tpp:/nok?state=s-1"');
    expect(await statusOf()).toBe('RJCT');
  });
});

it('to approve what was declined in another tab shows that it is declined, and vice versa', async () => {
  for (const [first, then, shown] of [
    ['/decline', '/code', 'Odbili ste'],
    ['/code', '/decline', 'Plaćanje je odobreno'],
  ] as const) {
    const page = await openCodePage(APP);
    const code = await psu.newestCode(PSU.psuId);
    await psu.submit(page, first === '/code' ? { code } : {}, first);
    expect((await psu.submit(page, then === '/code' ? { code } : {}, then)).html).toContain(shown);
    psu = new PsuClient(portalUrl);
  }
});
