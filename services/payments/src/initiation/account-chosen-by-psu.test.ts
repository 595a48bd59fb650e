import {
  answerDevice,
  authenticatePsu,
  authoriseTransaction,
  readDevice,
  type ScaView,
  selectMethod,
} from '@xs2a/contracts';
import { forAllTests, hrefOf, type TppAnswer } from '@xs2a/test-kit';
import { newestCode } from '@xs2a/test-system/ask-as-gateway';
import { IBAN, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { EXPLICIT, linkNames, startPaymentServices } from '@xs2a/test-system/start/payment-services';
import { describe, expect, it } from 'vitest';

const EMBEDDED = { 'TPP-Redirect-Preferred': 'false', 'PSU-IP-Address': '192.0.2.10' } as const;
const DECOUPLED = { ...EMBEDDED, 'TPP-Decoupled-Preferred': 'true', 'PSU-ID': 'psu-private' } as const;
const NO_ACCOUNT = { debtorAccount: undefined } as const;

const system = forAllTests(() => startPaymentServices());
const ask: typeof system.services.bus.ask = (...asked) => system.services.bus.ask(...asked);

const referenceIn = (answer: TppAnswer): string => hrefOf(answer, 'scaRedirect').split('/').at(-1) ?? '';
const debtorOf = async (created: TppAnswer) => (await system.tpp.follow(created, 'self')).body['debtorAccount'];
const statusOf = async (created: TppAnswer) => (await system.tpp.follow(created, 'status')).body['transactionStatus'];

const keyOf = ({ offeredAccounts = [] }: Pick<ScaView, 'offeredAccounts'>, iban: string) =>
  offeredAccounts.find(({ reference }) => reference.iban === iban)?.key ?? '';

async function signIn(created: TppAnswer, psuId = 'psu-private') {
  const request = { redirectReference: referenceIn(created), psuId, password: `${psuId}-pass` };
  const { view, session = '' } = await ask(authenticatePsu, request);
  return { view, session };
}

/** Signs in, chooses an account and enters the code. */
async function approveFrom(created: TppAnswer, iban: string, psuId = 'psu-private') {
  const { view, session } = await signIn(created, psuId);
  const accounts = [keyOf(view, iban)];
  const chosen = await ask(selectMethod, { session, authenticationMethodId: 'sms', accounts });
  const scaAuthenticationData = await newestCode(system.services.bus, psuId);
  return ask(authoriseTransaction, { session: chosen.session ?? '', scaAuthenticationData });
}

describe('a payment without debtorAccount, in the redirect approach', () => {
  it('has no debtorAccount until the PSU approves it for a chosen account', async () => {
    const created = await system.pay(NO_ACCOUNT);
    expect(created.status, created.text).toBe(201);
    expect(await debtorOf(created)).toBeUndefined();
    const { view, session } = await signIn(created);
    expect(view.step).toBe('methodSelection');
    expect(view.offeredAccounts?.map(({ reference }) => reference.iban)).toEqual(
      expect.arrayContaining([IBAN.private, IBAN.savings]),
    );
    const chosen = await ask(selectMethod, {
      session,
      authenticationMethodId: 'sms',
      accounts: [keyOf(view, IBAN.savings)],
    });
    expect(chosen.view).toMatchObject({
      step: 'transactionAuthorisation',
      content: { debtorAccount: { iban: IBAN.savings } },
    });
    expect(await debtorOf(created)).toBeUndefined();
    const scaAuthenticationData = await newestCode(system.services.bus, 'psu-private');
    await ask(authoriseTransaction, { session: chosen.session ?? '', scaAuthenticationData });
    expect(await debtorOf(created)).toEqual({ iban: IBAN.savings });
    await expect.poll(() => statusOf(created), { timeout: 10_000 }).toBe('ACSC');
  });

  it('asks for an account before a code, and for one account only', async () => {
    const created = await system.pay(NO_ACCOUNT);
    const { view, session } = await signIn(created);
    const none = await ask(selectMethod, { session, authenticationMethodId: 'sms' });
    expect(none.view).toMatchObject({ step: 'methodSelection', problem: 'accountsNotChosen' });
    const accounts = (view.offeredAccounts ?? []).map(({ key }) => key);
    const all = await ask(selectMethod, { session: none.session ?? '', authenticationMethodId: 'sms', accounts });
    expect(all.view.problem).toBe('accountsNotChosen');
  });

  it('does not accept the code that was sent for another account', async () => {
    const created = await system.pay(NO_ACCOUNT);
    const { view, session } = await signIn(created);
    const choose = (token: string, iban: string) =>
      ask(selectMethod, { session: token, authenticationMethodId: 'sms', accounts: [keyOf(view, iban)] });
    const first = await choose(session, IBAN.private);
    const code = await newestCode(system.services.bus, 'psu-private');
    const second = await choose(first.session ?? '', IBAN.savings);
    const answer = await ask(authoriseTransaction, { session: second.session ?? '', scaAuthenticationData: code });
    expect(answer.view).toMatchObject({ step: 'transactionAuthorisation', problem: 'codeInvalid' });
  });

  it('skips the account selection for a PSU with one account that may pay', async () => {
    const created = await system.pay(NO_ACCOUNT);
    const { view } = await signIn(created, 'psu-empty');
    expect(view.offeredAccounts).toBeUndefined();
    expect(view.content).toMatchObject({ debtorAccount: { iban: expect.any(String) } });
  });

  it('is answered as before when its creation is repeated after the approval', async () => {
    const headers = { ...REDIRECT_HEADERS, 'X-Request-ID': crypto.randomUUID() };
    const created = await system.pay(NO_ACCOUNT, headers);
    await approveFrom(created, IBAN.private);
    expect((await system.pay(NO_ACCOUNT, headers)).body).toEqual(created.body);
  });

  it('needs all signers of the account that the first one chose', async () => {
    const created = await system.pay(NO_ACCOUNT, EXPLICIT);
    const start = () => system.tpp.post(hrefOf(created, 'startAuthorisation'), {}, { headers: REDIRECT_HEADERS });
    const [first, atTheSameTime] = [await start(), await start()];
    await approveFrom(first, IBAN.corporate, 'psu-corporate-1');
    expect(await statusOf(created)).toBe('PATC');
    expect(await debtorOf(created)).toEqual({ iban: IBAN.corporate });
    const second = await start();
    const { view } = await signIn(second, 'psu-corporate-2');
    expect(view.offeredAccounts).toBeUndefined();
    expect(view.content).toMatchObject({ debtorAccount: { iban: IBAN.corporate } });
    await approveFrom(atTheSameTime, IBAN.corporate, 'psu-corporate-2');
    await expect.poll(() => statusOf(created), { timeout: 10_000 }).toBe('ACSC');
  });

  it('does not count an approval for another account than that of the first signer', async () => {
    const accounts = system.services.database('bank').collection('ledgerAccounts');
    const both = { 'customer.owners': 'psu-corporate-2' } as const;
    await accounts.updateMany({ 'customer.owners': 'psu-empty' }, { $addToSet: both });
    const created = await system.pay(NO_ACCOUNT, EXPLICIT);
    const start = () => system.tpp.post(hrefOf(created, 'startAuthorisation'), {}, { headers: REDIRECT_HEADERS });
    const [first, atTheSameTime] = [await start(), await start()];
    await approveFrom(first, IBAN.corporate, 'psu-corporate-1');
    const other = await approveFrom(atTheSameTime, IBAN.empty, 'psu-corporate-2');
    expect(other.view.scaStatus).toBe('failed');
    expect(await statusOf(created)).toBe('PATC');
    expect(await debtorOf(created)).toEqual({ iban: IBAN.corporate });
    await accounts.updateMany({ 'customer.owners': 'psu-empty' }, { $pull: both } as object);
  });
});

describe('a payment without debtorAccount, through the TPP', () => {
  it('in the embedded approach, lists the accounts after the password, and continues with the one that the TPP names', async () => {
    const created = await system.pay(NO_ACCOUNT, EMBEDDED);
    const psuData = { password: 'psu-private-pass' };
    const start = hrefOf(created, 'startAuthorisationWithPsuAuthentication');
    const signedIn = await system.tpp.post(start, { psuData }, { headers: { 'PSU-ID': 'psu-private' } });
    expect(linkNames(signedIn)).toEqual(['updateResourceByDebtorAccountResource', 'scaStatus']);
    expect(signedIn.body['debtorAccounts']).toEqual(
      expect.arrayContaining([{ iban: IBAN.savings, name: expect.any(String) }]),
    );
    const path = hrefOf(signedIn, 'updateResourceByDebtorAccountResource');
    const tooEarly = await system.tpp.put(path, { authenticationMethodId: 'sms' });
    expect([tooEarly.status, tooEarly.text]).toEqual([409, expect.stringContaining('it expects debtorAccount')]);
    const foreign = await system.tpp.put(path, { debtorAccount: { iban: IBAN.corporate } });
    expect([foreign.status, foreign.text]).toEqual([400, expect.stringContaining('debtorAccount.iban')]);
    const chosen = await system.tpp.put(path, { debtorAccount: { iban: IBAN.savings } });
    expect(linkNames(chosen)).toContain('selectAuthenticationMethod');
    await system.tpp.put(hrefOf(chosen, 'selectAuthenticationMethod'), { authenticationMethodId: 'sms' });
    const scaAuthenticationData = await newestCode(system.services.bus, 'psu-private');
    const { body } = await system.tpp.put(path, { scaAuthenticationData });
    expect(body['scaStatus']).toBe('finalised');
    expect(await debtorOf(created)).toEqual({ iban: IBAN.savings });
  });

  it('in the decoupled approach, shows the account to the TPP only after the approval on the device', async () => {
    const created = await system.pay(NO_ACCOUNT, DECOUPLED);
    const started = await system.tpp.post(hrefOf(created, 'startAuthorisation'), {}, {});
    expect(started.body).toMatchObject({ scaStatus: 'started' });
    expect(started.body['debtorAccounts']).toBeUndefined();
    const authorisationId = String(started.body['authorisationId']);
    const { prompts } = await ask(readDevice, { psuId: 'psu-private' });
    const prompt = prompts.find((one) => one.authorisationId === authorisationId) ?? {};
    const answer = { psuId: 'psu-private', authorisationId, approve: true };
    await expect(ask(answerDevice, answer)).rejects.toMatchObject({ path: 'account' });
    expect(await ask(answerDevice, { ...answer, account: keyOf(prompt, IBAN.savings) })).toEqual({ answered: true });
    await expect
      .poll(async () => (await system.tpp.follow(started, 'scaStatus')).body['scaStatus'], { timeout: 10_000 })
      .toBe('finalised');
    expect(await debtorOf(created)).toEqual({ iban: IBAN.savings });
  });
});

it('a standing order without debtorAccount runs on the account that the PSU chose', async () => {
  const created = await system.standingOrder(NO_ACCOUNT);
  await approveFrom(created, IBAN.savings);
  expect(await debtorOf(created)).toEqual({ iban: IBAN.savings });
  expect(await statusOf(created)).toBe('ACCP');
});

it('rejects a basket with a payment without debtorAccount; the error path names the payment', async () => {
  const [known, open] = [await system.pay({}, EXPLICIT), await system.pay(NO_ACCOUNT, EXPLICIT)];
  const refused = await system.group([known.body['paymentId'], open.body['paymentId']]);
  expect(refused.body).toMatchObject({
    tppMessages: [
      { code: 'REFERENCE_MIX_INVALID', path: 'paymentIds[1]', text: expect.stringContaining('debtorAccount') },
    ],
  });
});

it('a bank whose profile requires debtorAccount refuses a payment without it, and names the field', async () => {
  await using basic = await startPaymentServices('hr-basic');
  const refused = await basic.pay(NO_ACCOUNT);
  expect([refused.status, refused.body['tppMessages']]).toEqual([
    400,
    [expect.objectContaining({ code: 'FORMAT_ERROR', path: 'debtorAccount' })],
  ]);
});
