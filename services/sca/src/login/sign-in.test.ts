import {
  confirmSignIn,
  readLogin,
  selectSignInMethod,
  sendChallenge,
  signIn,
  signOut,
  verifyChallenge,
} from '@xs2a/contracts';
import { forAllTests } from '@xs2a/test-kit';
import { askForConsent, newestCode, otherThan, situationOf, untilCode } from '@xs2a/test-system/ask-as-gateway';
import { startServices } from '@xs2a/test-system/start/start-services';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const services = forAllTests(() => startServices('bank', 'sca', 'consent'));
// Failures of one test must not count in the next.
beforeEach(() => services.database('sca').collection('psuAttempts').deleteMany({}));

function enterPassword(psuId = 'psu-private', password = `${psuId}-pass`) {
  return services.bus.ask(signIn, { psuId, password });
}

async function untilSignInCode(psuId = 'psu-private'): Promise<string> {
  const { view, session = '' } = await enterPassword(psuId, `${psuId}-pass`);
  if (view.step === 'transactionAuthorisation') return session;
  return (await chooseSms(session)).session ?? '';
}

function chooseSms(session: string) {
  return services.bus.ask(selectSignInMethod, { session, authenticationMethodId: 'sms' });
}

function enterCode(session: string, scaAuthenticationData: string) {
  return services.bus.ask(confirmSignIn, { session, scaAuthenticationData });
}

async function signedIn(psuId = 'psu-private'): Promise<string> {
  const session = await untilSignInCode(psuId);
  return (await enterCode(session, await newestCode(services.bus, psuId))).session ?? '';
}

function look(session: string) {
  return services.bus.ask(readLogin, { session });
}

describe("signing in to the bank's own pages", () => {
  it('requires password and code, and the message states the purpose of the code', async () => {
    const { view, session = '' } = await enterPassword();
    expect(view.step).toBe('methodSelection');
    expect(Object.keys(view)).not.toContain('accountNames');
    const sent = await services.bus.ask(selectSignInMethod, { session, authenticationMethodId: 'sms', language: 'en' });
    expect(sent.view.step).toBe('transactionAuthorisation');
    const messages = services.database('bank').collection<{ psuId: string; at: Date; text: string }>('inboxMessages');
    const [message] = await messages.find({ psuId: 'psu-private' }).sort({ at: -1 }).limit(1).toArray();
    expect(message?.text).toContain('Sign-in to your permissions');
    const done = await enterCode(sent.session ?? '', await newestCode(services.bus));
    expect(done.view).toMatchObject({ step: 'result', psu: { psuId: 'psu-private' } });
    expect((await look(done.session ?? '')).view).toMatchObject({ step: 'result' });
  });

  it('a wrong password, an unknown PSU and a blocked PSU get the same answer', async () => {
    const wrong = await enterPassword('psu-private', 'wrong');
    expect(wrong).toEqual({ view: { step: 'authentication', problem: 'credentialsInvalid', attemptsLeft: 4 } });
    expect(await enterPassword('psu-nobody', 'wrong')).toEqual(wrong);
    expect(await enterPassword('psu-blocked', 'wrong')).toEqual(wrong);
    // A caller with the right password may learn that the PSU is blocked.
    const blocked = { view: { step: 'authentication', problem: 'serviceBlocked' } };
    expect(await enterPassword('psu-blocked', 'psu-blocked-pass')).toEqual(blocked);
  });

  it('a form that is submitted again with the same wrong password is one attempt; the next form is another (decision 22)', async () => {
    const press = (formToken: string, password: string) =>
      services.bus.ask(signIn, { psuId: 'psu-private', password, formToken });
    const wrong = { step: 'authentication', problem: 'credentialsInvalid' };
    const pressed = await Promise.all([press('form-1', 'wrong'), press('form-1', 'wrong'), press('form-1', 'wrong')]);
    for (const { view } of pressed) expect(view).toEqual({ ...wrong, attemptsLeft: 4 });
    expect((await press('form-2', 'wrong')).view).toEqual({ ...wrong, attemptsLeft: 3 });
    expect((await press('form-2', 'other')).view).toEqual({ ...wrong, attemptsLeft: 2 });
    // The right password takes no attempt, however often it is submitted.
    await Promise.all([press('form-3', 'psu-private-pass'), press('form-3', 'psu-private-pass')]);
    expect((await press('form-4', 'wrong')).view).toEqual({ ...wrong, attemptsLeft: 1 });
  });

  it('a wrong code that is sent again by the same page is one attempt (decision 22)', async () => {
    const session = await untilSignInCode();
    const code = otherThan(await newestCode(services.bus));
    expect((await enterCode(session, code)).view).toMatchObject({ problem: 'codeInvalid', attemptsLeft: 4 });
    const again = await enterCode(session, code);
    expect(again.view).toMatchObject({ problem: 'codeInvalid', attemptsLeft: 4 });
    expect((await enterCode(again.session ?? '', code)).view).toMatchObject({ attemptsLeft: 3 });
  });

  it('a PSU without a method to type a code cannot sign in with its password alone', async () => {
    expect(await enterPassword('psu-nofactor')).toEqual({
      view: { step: 'authentication', problem: 'scaMethodMissing' },
    });
  });

  it('of fifty passwords at the same moment no more than the permitted number is verified, for a known and an unknown PSU', async () => {
    for (const psuId of ['psu-private', 'psu-nobody']) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, guess) => enterPassword(psuId, `guess-${guess}`)),
      );
      expect(answers.filter(({ view }) => view.problem === 'credentialsInvalid')).toHaveLength(4);
      expect(answers.filter(({ view }) => view.problem === 'signInClosed')).toHaveLength(46);
    }
    expect((await enterPassword('psu-private', 'psu-private-pass')).view.problem).toBe('signInClosed');
    expect((await enterPassword('psu-multi', 'psu-multi-pass')).view.problem).toBeUndefined();
    services.clock.forward({ minutes: 16 });
    expect((await enterPassword('psu-private', 'psu-private-pass')).view.step).toBe('methodSelection');
  });

  it('wrong codes of several sign-ins add up, and the right one is too late', async () => {
    const first = await untilSignInCode('psu-private');
    const codeOfFirst = await newestCode(services.bus);
    const second = await untilSignInCode('psu-private');
    expect((await enterCode(first, otherThan(codeOfFirst))).view).toMatchObject({
      problem: 'codeInvalid',
      attemptsLeft: 4,
    });
    const codeOfSecond = await newestCode(services.bus);
    let session = second;
    for (let attemptsLeft = 3; attemptsLeft > 0; attemptsLeft--) {
      const wrong = await enterCode(session, otherThan(codeOfSecond));
      expect(wrong.view).toMatchObject({ problem: 'codeInvalid', attemptsLeft });
      session = wrong.session ?? '';
    }
    const last = await enterCode(session, otherThan(codeOfSecond));
    expect(last).toEqual({ view: { step: 'authentication', problem: 'signInClosed' } });
    expect(await situationOf(enterCode(session, codeOfSecond))).toBe('scaSessionOver');
    expect((await enterPassword('psu-private', 'psu-private-pass')).view.problem).toBe('signInClosed');
  });

  it('of fifty codes at the same moment no more than the permitted number is verified', async () => {
    const session = await untilSignInCode('psu-private');
    const code = await newestCode(services.bus);
    const guesses = Array.from({ length: 50 }, (_, guess) => String(guess).padStart(6, '0')).filter(
      (guess) => guess !== code,
    );
    const answers = await Promise.all(guesses.map((guess) => enterCode(session, guess).catch(() => undefined)));
    expect(answers.filter((answer) => answer?.view.step === 'result')).toEqual([]);
    expect(answers.filter((answer) => answer?.view.accountNames !== undefined)).toEqual([]);
    const challenges = services.database('bank').collection<{ attempts: unknown[] }>('challenges');
    const judged = await challenges.find({ 'attempts.0': { $exists: true } }).toArray();
    expect(judged.length).toBeGreaterThan(0);
    for (const { attempts } of judged) expect(attempts.length).toBeLessThanOrEqual(5);
    expect(await situationOf(enterCode(session, code))).toBe('scaSessionOver');
  });

  it('no more than five codes are sent to one PSU, however many sign-ins it starts', async () => {
    for (let code = 1; code <= 5; code++) await untilSignInCode('psu-private');
    const { session = '' } = await enterPassword('psu-private', 'psu-private-pass');
    const sixth = await chooseSms(session);
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
  it('has a new token after every step: the previous one still shows the present page, older ones are invalid', async () => {
    const first = (await enterPassword()).session ?? '';
    const second = (await chooseSms(first)).session ?? '';
    expect((await look(first)).view.step).toBe('transactionAuthorisation');
    const third = (await enterCode(second, otherThan(await newestCode(services.bus)))).session ?? '';
    expect((await look(second)).view.step).toBe('transactionAuthorisation');
    expect(await situationOf(look(first))).toBe('scaSessionOver');
    expect(new Set([first, second, third]).size).toBe(3);
    await signedIn();
  });

  it('invalidates tokens from before the code; the same code sent again is accepted', async () => {
    const first = (await enterPassword()).session ?? '';
    const second = (await chooseSms(first)).session ?? '';
    const code = await newestCode(services.bus);
    // Enters the code with the previous token, as after a lost response.
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

  it('signs in once if the same code is sent twice at the same moment, and both replies continue', async () => {
    const session = await untilSignInCode();
    const code = await newestCode(services.bus);
    const answers = await Promise.all([enterCode(session, code), enterCode(session, code)]);
    expect(answers.map(({ view }) => view.step)).toEqual(['result', 'result']);
    for (const answer of answers) expect((await look(answer.session ?? '')).view.step).toBe('result');
  });

  it('ends after its idle minutes, continues while pages are read, and ends after half an hour at the latest', async () => {
    const session = await signedIn('psu-private');
    for (let minutes = 4; minutes < 30; minutes += 4) {
      services.clock.forward({ minutes: 4 });
      expect((await look(session)).view.step).toBe('result');
    }
    services.clock.forward({ minutes: 3 });
    expect(await situationOf(look(session))).toBe('scaSessionOver');
    const other = await signedIn('psu-private');
    services.clock.forward({ minutes: 6 });
    expect(await situationOf(look(other))).toBe('scaSessionOver');
  });

  it('ends with signing out, for the previous token too', async () => {
    const session = await signedIn();
    expect(await services.bus.ask(signOut, { session })).toEqual({ signedOut: true });
    expect(await situationOf(look(session))).toBe('scaSessionOver');
    expect(await services.bus.ask(signOut, { session })).toEqual({ signedOut: true });
  });

  it.each([
    ['a code is sent', sendChallenge, chooseSms],
    [
      'its code is verified',
      verifyChallenge,
      async (session: string) => enterCode(session, await newestCode(services.bus)),
    ],
  ])('that the PSU leaves while %s is over', async (_, operation, step) => {
    const session = await untilSignInCode();
    const { bus } = services.running.sca.kit;
    const ask = bus.ask.bind(bus);
    const asked = vi.spyOn(bus, 'ask').mockImplementation(async (asking, request) => {
      const answer = await ask(asking, request);
      if (asking.subject === operation.subject) await services.bus.ask(signOut, { session });
      return answer;
    });
    const outcome = await situationOf(step(session));
    asked.mockRestore();
    expect(outcome).toMatch(/^(scaSessionOver|statusConflict)$/);
    const [left] = await services
      .database('sca')
      .collection('logins')
      .find()
      .sort({ openUntil: -1 })
      .limit(1)
      .toArray();
    expect(left?.['session']).toBeUndefined();
  });

  it('is stored as hashes, and an unknown PSU-ID is not stored at all', async () => {
    const session = await signedIn('psu-private');
    await enterPassword('my-secret-typed-here', 'x');
    const sca = services.database('sca');
    const stored = JSON.stringify([
      await sca.collection('logins').find().toArray(),
      await sca.collection('psuAttempts').find().toArray(),
    ]);
    expect(stored).not.toContain(session);
    expect(stored).not.toContain('my-secret-typed-here');
  });
});
