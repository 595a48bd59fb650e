import {
  confirmSignIn,
  listPsuConsents,
  type PsuConsent,
  readConsentStatus,
  readLogin,
  revokeConsent,
  selectSignInMethod,
  signIn,
  signOut,
  useConsent,
  useFundsConsent,
} from '@xs2a/contracts';
import {
  approveOnBus,
  askForConsent,
  askForFundsConsent,
  newestCode,
  situationOf,
  TPP,
  untilCode,
} from '@xs2a/test-system/ask-as-gateway';
import { IBAN } from '@xs2a/test-system/fixtures';
import { startServices, type TestServices } from '@xs2a/test-system/start-services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let services: TestServices;
beforeAll(async () => {
  services = await startServices('bank', 'sca', 'consent');
});
afterAll(() => services[Symbol.asyncDispose]());

const tpp = { ...TPP, roles: [...TPP.roles] };

function enterPassword(psuId = 'psu-private', password = `${psuId}-pass`, home = services) {
  return home.bus.ask(signIn, { psuId, password });
}

async function untilSignInCode(psuId = 'psu-private', home = services): Promise<string> {
  const { view, session = '' } = await enterPassword(psuId, `${psuId}-pass`, home);
  if (view.step === 'transactionAuthorisation') return session;
  return (await home.bus.ask(selectSignInMethod, { session, authenticationMethodId: 'sms' })).session ?? '';
}

function enterCode(session: string, scaAuthenticationData: string, home = services) {
  return home.bus.ask(confirmSignIn, { session, scaAuthenticationData });
}

async function signedIn(psuId = 'psu-private', home = services): Promise<string> {
  const session = await untilSignInCode(psuId, home);
  return (await enterCode(session, await newestCode(home.bus, psuId), home)).session ?? '';
}

function look(session: string, home = services) {
  return home.bus.ask(readLogin, { session });
}

function otherThan(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}

/** A sign-in in a house of its own, where what was tried before does not count. */
async function ownHome(): Promise<TestServices> {
  return startServices('bank', 'sca');
}

describe('signing in at the bank', () => {
  it('needs password and code, and the message says what the code is for', async () => {
    const { view, session = '' } = await enterPassword();
    expect(view.step).toBe('methodSelection');
    expect(Object.keys(view)).not.toContain('accountNames');
    const sent = await services.bus.ask(selectSignInMethod, { session, authenticationMethodId: 'sms', language: 'en' });
    expect(sent.view.step).toBe('transactionAuthorisation');
    const messages = services.database('bank').collection<{ psuId: string; at: Date; text: string }>('inboxMessages');
    const [message] = await messages.find({ psuId: 'psu-private' }).sort({ at: -1 }).limit(1).toArray();
    expect(message?.text).toContain('Sign-in to the permission overview');
    const done = await enterCode(sent.session ?? '', await newestCode(services.bus));
    expect(done.view).toMatchObject({ step: 'result', psu: { psuId: 'psu-private' } });
    expect((await look(done.session ?? '')).view).toMatchObject({ step: 'result' });
  });

  it('a wrong password, an unknown PSU and a blocked one are one answer', async () => {
    await using home = await ownHome();
    const wrong = await enterPassword('psu-private', 'wrong', home);
    expect(wrong).toEqual({ view: { step: 'authentication', problem: 'credentialsInvalid', attemptsLeft: 4 } });
    expect(await enterPassword('psu-nobody', 'wrong', home)).toEqual(wrong);
    expect(await enterPassword('psu-blocked', 'wrong', home)).toEqual(wrong);
    // Whoever has its password may know.
    const blocked = { view: { step: 'authentication', problem: 'serviceBlocked' } };
    expect(await enterPassword('psu-blocked', 'psu-blocked-pass', home)).toEqual(blocked);
  });

  it('a PSU without a code to type cannot sign in with its password alone', async () => {
    expect(await enterPassword('psu-nofactor')).toEqual({
      view: { step: 'authentication', problem: 'scaMethodMissing' },
    });
  });

  it('of fifty passwords at the same moment no more than the permitted number is judged, whoever the PSU is', async () => {
    await using home = await ownHome();
    for (const psuId of ['psu-private', 'psu-nobody']) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, guess) => enterPassword(psuId, `guess-${guess}`, home)),
      );
      expect(answers.filter(({ view }) => view.problem === 'credentialsInvalid')).toHaveLength(4);
      expect(answers.filter(({ view }) => view.problem === 'signInClosed')).toHaveLength(46);
    }
    expect((await enterPassword('psu-private', 'psu-private-pass', home)).view.problem).toBe('signInClosed');
    expect((await enterPassword('psu-multi', 'psu-multi-pass', home)).view.problem).toBeUndefined();
    home.clock.forward({ minutes: 16 });
    expect((await enterPassword('psu-private', 'psu-private-pass', home)).view.step).toBe('methodSelection');
  });

  it('wrong codes of several sign-ins count together, and the right one is too late', async () => {
    await using home = await ownHome();
    const first = await untilSignInCode('psu-private', home);
    const codeOfFirst = await newestCode(home.bus);
    const second = await untilSignInCode('psu-private', home);
    expect((await enterCode(first, otherThan(codeOfFirst), home)).view).toMatchObject({
      problem: 'codeInvalid',
      attemptsLeft: 4,
    });
    const codeOfSecond = await newestCode(home.bus);
    let session = second;
    for (let attemptsLeft = 3; attemptsLeft > 0; attemptsLeft--) {
      const wrong = await enterCode(session, otherThan(codeOfSecond), home);
      expect(wrong.view).toMatchObject({ problem: 'codeInvalid', attemptsLeft });
      session = wrong.session ?? '';
    }
    const last = await enterCode(session, otherThan(codeOfSecond), home);
    expect(last).toEqual({ view: { step: 'authentication', problem: 'signInClosed' } });
    expect(await situationOf(enterCode(session, codeOfSecond, home))).toBe('scaSessionOver');
    expect((await enterPassword('psu-private', 'psu-private-pass', home)).view.problem).toBe('signInClosed');
  });

  it('of fifty codes at the same moment no more than the permitted number is judged', async () => {
    await using home = await ownHome();
    const session = await untilSignInCode('psu-private', home);
    const code = await newestCode(home.bus);
    const guesses = Array.from({ length: 50 }, (_, guess) => String(guess).padStart(6, '0')).filter(
      (guess) => guess !== code,
    );
    const answers = await Promise.all(guesses.map((guess) => enterCode(session, guess, home).catch(() => undefined)));
    expect(answers.filter((answer) => answer?.view.step === 'result')).toEqual([]);
    expect(answers.filter((answer) => answer?.view.accountNames !== undefined)).toEqual([]);
    const judged = await home
      .database('bank')
      .collection<{ attempts: unknown[] }>('challenges')
      .findOne({ 'attempts.0': { $exists: true } });
    expect(judged?.attempts.length).toBeLessThanOrEqual(5);
    expect(await situationOf(enterCode(session, code, home))).toBe('scaSessionOver');
  });

  it('no more than five codes are sent for one PSU, however many sign-ins are begun', async () => {
    await using home = await ownHome();
    for (let code = 1; code <= 5; code++) await untilSignInCode('psu-private', home);
    const { session = '' } = await enterPassword('psu-private', 'psu-private-pass', home);
    const sixth = await home.bus.ask(selectSignInMethod, { session, authenticationMethodId: 'sms' });
    expect(sixth.view.problem).toBe('signInClosed');
  });

  it('a code sent for a consent, or for another sign-in, does not sign in', async () => {
    const session = await untilSignInCode();
    await untilCode(services.bus, await askForConsent(services.bus));
    const ofConsent = await enterCode(session, await newestCode(services.bus));
    expect(ofConsent.view.problem).toBe('codeInvalid');
    const other = await untilSignInCode();
    const codeOfOther = await newestCode(services.bus);
    expect((await enterCode(ofConsent.session ?? '', codeOfOther)).view.problem).toBe('codeInvalid');
    expect((await enterCode(other, codeOfOther)).view.step).toBe('result');
  });
});

describe('the session', () => {
  it('has a new token at every step: the one before shows where the PSU stands, an older one nothing', async () => {
    const first = (await enterPassword()).session ?? '';
    const second =
      (await services.bus.ask(selectSignInMethod, { session: first, authenticationMethodId: 'sms' })).session ?? '';
    expect((await look(first)).view.step).toBe('transactionAuthorisation');
    const third = (await enterCode(second, otherThan(await newestCode(services.bus)))).session ?? '';
    expect((await look(second)).view.step).toBe('transactionAuthorisation');
    expect(await situationOf(look(first))).toBe('scaSessionOver');
    expect(new Set([first, second, third]).size).toBe(3);
    await signedIn();
  });

  it('no token from before the code opens anything after it; the same code sent again does', async () => {
    const first = (await enterPassword()).session ?? '';
    const second =
      (await services.bus.ask(selectSignInMethod, { session: first, authenticationMethodId: 'sms' })).session ?? '';
    const code = await newestCode(services.bus);
    // Entered with the token before the present one, as after a lost answer.
    const done = await enterCode(first, code);
    expect(done.view.step).toBe('result');
    expect([await situationOf(look(first)), await situationOf(look(second))]).toEqual([
      'scaSessionOver',
      'scaSessionOver',
    ]);
    expect(await situationOf(enterCode(first, otherThan(code)))).toBe('scaSessionOver');
    const again = await enterCode(first, code);
    expect(again.view.step).toBe('result');
    expect((await look(again.session ?? '')).view.step).toBe('result');
    expect((await look(done.session ?? '')).view.step).toBe('result');
  });

  it('the same code sent twice at the same moment signs in once, and both answers lead on', async () => {
    const session = await untilSignInCode();
    const code = await newestCode(services.bus);
    const answers = await Promise.all([enterCode(session, code), enterCode(session, code)]);
    expect(answers.map(({ view }) => view.step)).toEqual(['result', 'result']);
    for (const answer of answers) expect((await look(answer.session ?? '')).view.step).toBe('result');
  });

  it('is over after its idle minutes, goes on while pages are looked at, and ends after half an hour', async () => {
    await using home = await ownHome();
    const session = await signedIn('psu-private', home);
    for (let minutes = 4; minutes < 30; minutes += 4) {
      home.clock.forward({ minutes: 4 });
      expect((await look(session, home)).view.step).toBe('result');
    }
    home.clock.forward({ minutes: 3 });
    expect(await situationOf(look(session, home))).toBe('scaSessionOver');
    const other = await signedIn('psu-private', home);
    home.clock.forward({ minutes: 6 });
    expect(await situationOf(look(other, home))).toBe('scaSessionOver');
  });

  it('is over after signing out, also for the token before', async () => {
    const session = await signedIn();
    expect(await services.bus.ask(signOut, { session })).toEqual({ signedOut: true });
    expect(await situationOf(look(session))).toBe('scaSessionOver');
    expect(await services.bus.ask(signOut, { session })).toEqual({ signedOut: true });
  });

  it('is stored as hashes, and a PSU-ID that nobody has is not stored at all', async () => {
    await using home = await ownHome();
    const session = await signedIn('psu-private', home);
    await enterPassword('my-secret-typed-here', 'x', home);
    const sca = home.database('sca');
    const stored = JSON.stringify([
      await sca.collection('logins').find().toArray(),
      await sca.collection('psuAttempts').find().toArray(),
    ]);
    expect(stored).not.toContain(session);
    expect(stored).not.toContain('my-secret-typed-here');
  });
});

async function granted(psuId = 'psu-multi', body: object = {}): Promise<string> {
  const iban = psuId === 'psu-multi' ? IBAN.multi : IBAN.private;
  const created = await askForConsent(services.bus, { access: { balances: [{ iban }] }, ...body });
  await approveOnBus(services.bus, created, psuId);
  return created.consentId;
}

function use(consentId: string, psuPresent: boolean) {
  return services.bus.ask(useConsent, { tpp, consentId, psuPresent, kind: 'list' });
}

async function consentsOf(psuId: string): Promise<PsuConsent[]> {
  return (await services.bus.ask(listPsuConsents, { psuId })).consents;
}

async function shown(psuId: string, consentId: string): Promise<PsuConsent | undefined> {
  return (await consentsOf(psuId)).find((consent) => consent.consentId === consentId);
}

describe('what a PSU has permitted', () => {
  it('is shown with TPP, accounts, rights, status and who did what; what is valid comes first', async () => {
    const earlier = await granted();
    const present = await granted();
    const consents = await consentsOf('psu-multi');
    expect(consents.map(({ consentId }) => consentId).slice(0, 2)).toEqual([present, earlier]);
    expect(consents[0]).toMatchObject({
      tppName: TPP.name,
      grants: [{ account: { iban: IBAN.multi }, rights: ['accounts', 'balances'] }],
      recurringIndicator: true,
      consentStatus: 'valid',
      usesInAll: 0,
      usesToday: 0,
    });
    expect(consents[0]?.history.map(({ event, by }) => [event, by])).toEqual([
      ['created', 'tpp'],
      ['authorised', 'psu'],
    ]);
    expect(consents[1]).toMatchObject({ consentId: earlier, consentStatus: 'expired' });
  });

  it("is not shown to another PSU, and a request that nobody granted is nobody's", async () => {
    const consentId = await granted();
    const { consentId: asked } = await askForConsent(services.bus, {}, { psu: { psuId: 'psu-multi' } });
    expect(await shown('psu-private', consentId)).toBeUndefined();
    expect(await shown('psu-multi', asked)).toBeUndefined();
    expect(await consentsOf('psu-nobody')).toEqual([]);
  });

  it('says how often it was used, with the PSU present or not; a refused read counts nothing', async () => {
    const consentId = await granted();
    for (let read = 1; read <= 6; read++) await situationOf(use(consentId, false));
    await Promise.all(Array.from({ length: 10 }, () => use(consentId, true)));
    const consent = await shown('psu-multi', consentId);
    expect(consent).toMatchObject({ usesToday: 14, usesInAll: 14 });
    expect(Date.now() - new Date(consent?.lastUsedAt ?? 0).getTime()).toBeLessThan(60_000);
  });

  it('counts each day anew, and all days together', async () => {
    await using home = await startServices('bank', 'sca', 'consent');
    const created = await askForConsent(home.bus);
    await approveOnBus(home.bus, created);
    const read = (psuPresent: boolean) =>
      home.bus.ask(useConsent, { tpp, consentId: created.consentId, psuPresent, kind: 'list' });
    const uses = async () => (await home.bus.ask(listPsuConsents, { psuId: 'psu-private' })).consents[0];
    await read(true);
    await read(false);
    expect(await uses()).toMatchObject({ usesToday: 2, usesInAll: 2 });
    home.clock.forward({ days: 1 });
    expect(await uses()).toMatchObject({ usesToday: 0, usesInAll: 2 });
    await read(true);
    expect(await uses()).toMatchObject({ usesToday: 1, usesInAll: 3 });
    home.clock.forward({ days: 200 });
    expect(await uses()).toMatchObject({ consentStatus: 'expired' });
  });

  it('what was counted a moment before a stop is not lost', async () => {
    await using home = await startServices('bank', 'sca', 'consent');
    const created = await askForConsent(home.bus);
    await approveOnBus(home.bus, created);
    await home.bus.ask(useConsent, { tpp, consentId: created.consentId, psuPresent: true, kind: 'list' });
    await home.running.consent.stop();
    await home.restart('consent');
    const { consents } = await home.bus.ask(listPsuConsents, { psuId: 'psu-private' });
    expect(consents[0]).toMatchObject({ usesInAll: 1 });
  });
});

describe('withdrawing a consent', () => {
  const revoke = (psuId: string, consentId: string) => services.bus.ask(revokeConsent, { psuId, consentId });
  const statusOf = async (consentId: string) =>
    (await services.bus.ask(readConsentStatus, { tpp, consentId })).consentStatus;

  it('refuses the very next read, with the PSU present or not', async () => {
    const consentId = await granted();
    expect(await situationOf(use(consentId, true))).toBeUndefined();
    expect(await revoke('psu-multi', consentId)).toEqual({ consentStatus: 'revokedByPsu' });
    expect(await situationOf(use(consentId, true))).toBe('consentNotUsable');
    expect(await situationOf(use(consentId, false))).toBe('consentNotUsable');
    expect(await statusOf(consentId)).toBe('revokedByPsu');
  });

  it('is final and may be repeated: it is told once, and no later authorisation brings it back', async () => {
    const consentId = await granted();
    const answers = await Promise.all([
      revoke('psu-multi', consentId),
      revoke('psu-multi', consentId),
      revoke('psu-multi', consentId),
    ]);
    expect(answers).toEqual(Array.from({ length: 3 }, () => ({ consentStatus: 'revokedByPsu' })));
    const consent = await shown('psu-multi', consentId);
    expect(consent?.history.filter(({ event }) => event === 'revoked')).toEqual([
      expect.objectContaining({ by: 'psu', consentStatus: 'revokedByPsu' }),
    ]);
    await granted();
    expect(await statusOf(consentId)).toBe('revokedByPsu');
  });

  it('of another PSU is refused as an unknown one, and changes nothing', async () => {
    const consentId = await granted();
    expect(await situationOf(revoke('psu-private', consentId))).toBe('resourceUnknown');
    expect(await situationOf(revoke('psu-multi', crypto.randomUUID()))).toBe('resourceUnknown');
    expect(await statusOf(consentId)).toBe('valid');
  });

  it('to ask for funds is shown without uses, and answers no question from the withdrawal on', async () => {
    const created = await askForFundsConsent(services.bus, { account: { iban: IBAN.multi } });
    await approveOnBus(services.bus, created, 'psu-multi');
    const { consentId } = created;
    const question = () =>
      situationOf(services.bus.ask(useFundsConsent, { tpp, consentId, account: { iban: IBAN.multi } }));
    const consent = await shown('psu-multi', consentId);
    expect(consent).toMatchObject({
      kind: 'fundsConsent',
      grants: [{ account: { iban: IBAN.multi }, rights: [] }],
      consentStatus: 'valid',
    });
    expect(Object.keys(consent ?? {})).not.toContain('usesInAll');
    expect(await question()).toBeUndefined();
    expect(await situationOf(revoke('psu-private', consentId))).toBe('resourceUnknown');
    expect(await revoke('psu-multi', consentId)).toEqual({ consentStatus: 'revokedByPsu' });
    expect(await question()).toBe('consentNotUsable');
    expect(await shown('psu-multi', consentId)).toMatchObject({ consentStatus: 'revokedByPsu' });
  });

  it('that has ended otherwise changes nothing', async () => {
    const earlier = await granted();
    await granted();
    expect(await revoke('psu-multi', earlier)).toEqual({ consentStatus: 'expired' });
  });
});
