import {
  answerDevice,
  authoriseTransaction,
  continueAuthorisation,
  openRedirect,
  readDevice,
  revokeConsent,
  useFundsConsent,
} from '@xs2a/contracts';
import { forAllTests, hrefOf, profileFile, type TppAnswer } from '@xs2a/test-kit';
import { newestCode, situationOf, TPP, untilCode } from '@xs2a/test-system/ask-as-gateway';
import { consentBody, IBAN, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { linkNames, OTHER_TPP, startPaymentServices } from '@xs2a/test-system/start/payment-services';
import { beforeEach, describe, expect, it } from 'vitest';

const EMBEDDED = { 'TPP-Redirect-Preferred': 'false', 'PSU-IP-Address': '192.0.2.10' } as const;
const REFUSED = (answer: TppAnswer) => {
  const [message] = (answer.body['tppMessages'] ?? []) as { code?: string }[];
  return [answer.status, message?.code];
};

const ONE_OFF = { recurringIndicator: false, frequencyPerDay: 1 } as const;

const system = forAllTests(() => startPaymentServices(profileFile('combinedService: true')));
beforeEach(() => system.services.database('sca').collection('psuAttempts').deleteMany({}));

const referenceIn = (answer: TppAnswer): string => hrefOf(answer, 'scaRedirect').split('/').at(-1) ?? '';

/** Creates a consent that its PSU approved by redirect, and returns the session of the browser. */
async function session(body: object = {}, headers: object = {}, psuId = 'psu-private') {
  const order = consentBody({ combinedServiceIndicator: true, validUntil: '2027-06-30', ...body });
  const created = await system.tpp.post('/v1/consents', order, { headers: { ...REDIRECT_HEADERS, ...headers } });
  const { bus } = system.services;
  const token = await untilCode(bus, { authorisation: { redirectReference: referenceIn(created) } }, psuId);
  const code = await newestCode(bus, psuId);
  const approved = await bus.ask(authoriseTransaction, { session: token, scaAuthenticationData: code });
  return { consentId: String(created.body['consentId']), browser: approved.session ?? token };
}

const pay = (consentId: string, headers: object = {}, body: object = {}, tpp = system.tpp) =>
  system.pay(body, { ...EMBEDDED, 'Consent-ID': consentId, ...headers }, tpp);
const start = (payment: TppAnswer, headers: object = {}) =>
  system.tpp.post(hrefOf(payment, 'startAuthorisation'), {}, { headers: { ...headers } });

describe('a payment in the session of a consent (decision 80)', () => {
  it('asks for no password: the method is chosen, and the code is bound to amount and payee', async () => {
    const { consentId } = await session();
    const payment = await pay(consentId);
    expect(linkNames(payment)).toContain('startAuthorisation');
    const started = await start(payment);
    expect(started.body).toMatchObject({ scaStatus: 'psuAuthenticated' });
    expect(linkNames(started)).toContain('selectAuthenticationMethod');
    const path = hrefOf(started, 'selectAuthenticationMethod');
    await system.tpp.put(path, { authenticationMethodId: 'sms' });
    const scaAuthenticationData = await newestCode(system.services.bus);
    const { body } = await system.tpp.put(path, { scaAuthenticationData });
    expect(body['scaStatus']).toBe('finalised');
  });

  it("in the decoupled approach prompts the PSU's device without a PSU-ID, shows it amount and payee, and waits for its answer", async () => {
    const { consentId } = await session();
    const { bus } = system.services;
    const payment = await pay(consentId, { 'TPP-Decoupled-Preferred': 'true' });
    expect(payment.headers.get('ASPSP-SCA-Approach')).toBe('DECOUPLED');
    const started = await start(payment);
    expect(started.status, started.text).toBe(201);
    const authorisationId = hrefOf(started, 'scaStatus').split('/').at(-1) ?? '';
    expect(started.body).toMatchObject({ scaStatus: 'started' });
    const { prompts } = await bus.ask(readDevice, { psuId: 'psu-private' });
    const prompt = prompts.find((one) => one.authorisationId === authorisationId);
    expect(prompt?.text.replaceAll(/\s/g, ' ')).toMatch(/12,50.*Ana Anić/);
    expect((await bus.ask(answerDevice, { psuId: 'psu-multi', authorisationId, approve: true })).answered).toBe(false);
    expect((await bus.ask(answerDevice, { psuId: 'psu-private', authorisationId, approve: true })).answered).toBe(true);
    const ended = async () => (await system.tpp.follow(started, 'scaStatus')).body['scaStatus'];
    await expect.poll(ended, { timeout: 10_000 }).toBe('finalised');
    // The session is used up: the next device is prompted only once the PSU is named.
    const second = await pay(consentId, { 'TPP-Decoupled-Preferred': 'true' });
    expect(linkNames(second)).not.toContain('startAuthorisation');
  });

  it('reuses the first factor once: the same request again gets the same answer, another payment asks for both factors', async () => {
    const { consentId } = await session();
    const requestId = { 'X-Request-ID': crypto.randomUUID() };
    const [first, again] = [await pay(consentId, requestId), await pay(consentId, requestId)];
    expect(again.body).toEqual(first.body);
    const other = await pay(consentId);
    expect(linkNames(other)).toContain('startAuthorisationWithPsuAuthentication');
    // Only for its first authorisation: the next one begins with the PSU.
    expect((await start(first)).body['scaStatus']).toBe('psuAuthenticated');
    expect((await start(first)).body['scaStatus']).toBe('received');
  });

  it('reuses the first factor for one of two simultaneous payments', async () => {
    const { consentId } = await session();
    const payments = await Promise.all(Array.from({ length: 4 }, () => pay(consentId)));
    expect(payments.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(payments.filter((payment) => linkNames(payment).includes('startAuthorisation'))).toHaveLength(1);
  });

  it('asks for both factors after the session, which runs from the approval', async () => {
    const late = await session(ONE_OFF);
    const { consentId } = await session(ONE_OFF);
    const started = await pay(consentId);
    system.services.clock.forward({ minutes: 6 });
    expect(linkNames(await pay(late.consentId))).not.toContain('startAuthorisation');
    expect((await start(started)).body['scaStatus']).toBe('received');
  });

  it('is an ordinary payment under a consent that opened no session', async () => {
    const { consentId } = await session({ combinedServiceIndicator: false });
    expect(linkNames(await pay(consentId))).toContain('startAuthorisationWithPsuAuthentication');
  });

  it('never compares a PSU-ID with the signed-in PSU: only the PSU named before counts', async () => {
    const asPrivate = { 'PSU-ID': 'psu-private' };
    const [guessed, named] = [await session(ONE_OFF), await session(ONE_OFF, asPrivate)];
    expect(linkNames(await pay(guessed.consentId, asPrivate))).not.toContain('startAuthorisation');
    const payment = await pay(guessed.consentId);
    expect((await start(payment, asPrivate)).body['scaStatus']).not.toBe('psuAuthenticated');
    expect(linkNames(await pay(named.consentId, asPrivate))).toContain('startAuthorisation');
  });

  it.each([
    [
      'of another TPP',
      async () => pay((await session()).consentId, {}, {}, system.client(OTHER_TPP)),
      400,
      'CONSENT_UNKNOWN',
    ],
    ['that nobody has', () => pay(crypto.randomUUID()), 400, 'CONSENT_UNKNOWN'],
    [
      'that was withdrawn',
      async () => {
        const { consentId } = await session();
        await system.services.bus.ask(revokeConsent, { consentId, psuId: 'psu-private' });
        return pay(consentId);
      },
      401,
      'CONSENT_INVALID',
    ],
    [
      'that has expired',
      async () => {
        const { consentId } = await session();
        await session();
        return pay(consentId);
      },
      401,
      'CONSENT_EXPIRED',
    ],
    [
      'of another account',
      async () => pay((await session()).consentId, {}, { debtorAccount: { iban: IBAN.savings } }),
      401,
      'CONSENT_INVALID',
    ],
  ])('is refused with a consent %s', async (_, ask, status, code) => {
    expect(REFUSED(await ask())).toEqual([status, code]);
  });

  it('by redirect requires the browser of the consent: no password there; elsewhere a sign-in that shows nothing of the PSU', async () => {
    const { bus } = system.services;
    const { consentId, browser } = await session();
    const payment = await system.pay({}, { ...REDIRECT_HEADERS, 'Consent-ID': consentId });
    const redirectReference = referenceIn(payment);
    const stepIn = async (otherSessions: string[]) =>
      (await bus.ask(openRedirect, { redirectReference, otherSessions })).view;
    expect((await stepIn([])).step).toBe('authentication');
    const other = await session(ONE_OFF);
    expect((await stepIn([other.browser, 'x'])).step).toBe('authentication');
    const elsewhere = await bus.ask(continueAuthorisation, { redirectReference });
    expect([elsewhere.session, elsewhere.view.psu]).toEqual([undefined, undefined]);
    expect((await stepIn([browser])).step).toBe('continuation');
    const both = await Promise.allSettled(
      [1, 2].map(() => bus.ask(continueAuthorisation, { redirectReference, otherSessions: [browser] })),
    );
    const continued = both.flatMap((one) => (one.status === 'fulfilled' ? (one.value.session ?? []) : []));
    expect(continued).toHaveLength(1);
    expect((await stepIn([browser])).step).toBe('authentication');
  });
});

describe('a funds confirmation in the session of a consent (decision 80)', () => {
  const tpp = { ...TPP, roles: [...TPP.roles] };
  const ask = (consentId: string, iban: string = IBAN.private) =>
    system.services.bus.ask(useFundsConsent, { tpp, consentId, account: { iban } });

  it('is answered for a sub-account whose balances the consent shows, even if it names the account without them first', async () => {
    const account = { iban: IBAN.private, currency: 'EUR' };
    const { consentId } = await session({ access: { accounts: [{ iban: IBAN.private }], balances: [account] } });
    const asked = system.services.bus.ask(useFundsConsent, { tpp, consentId, account });
    expect(await asked).toEqual({ account });
  });

  it('is answered for an account whose balances the consent shows, and for no other', async () => {
    const { consentId } = await session();
    expect(await ask(consentId)).toEqual({ account: { iban: IBAN.private } });
    expect(await situationOf(ask(consentId, IBAN.savings))).toBe('consentLacksRight');
    system.services.clock.forward({ minutes: 6 });
    // As without a consent: no access to funds confirmations was granted.
    expect(await situationOf(ask(consentId))).toBe('piisNotActivated');
  });
});
