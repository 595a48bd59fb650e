import { authenticatePsu, authoriseTransaction, type ScaView, selectMethod } from '@xs2a/contracts';
import { runInContext } from '@xs2a/service-kit';
import { forAllTests } from '@xs2a/test-kit';
import { askForConsent, askForFundsConsent, askForPayment, situationOf } from '@xs2a/test-system/ask-as-gateway';
import { CONSENT, CONTENTS } from '@xs2a/test-system/data/sca-contents';
import { codeOfApp } from '@xs2a/test-system/psu/authenticator-app';
import { withTotp } from '@xs2a/test-system/psu/enrol-factors';
import { startServices } from '@xs2a/test-system/start/start-services';
import { TppAuthorisation } from '@xs2a/test-system/tpp/authorise-as-tpp';
import { beforeEach, describe, expect, it } from 'vitest';

const STEP_MS = 30_000;

const services = forAllTests(() => startServices('bank', 'sca', 'payments', 'consent'));
beforeEach(async () => {
  for (const collection of ['psuAttempts', 'totpSecrets'])
    await services.database('sca').collection(collection).deleteMany({});
  // Each test starts with a time step, so that no step changes while it runs.
  const next = Math.ceil(services.clock.now().getTime() / STEP_MS) * STEP_MS;
  services.clock.moveTo(new Date(next).toISOString());
});

const present =
  (steps = 0) =>
  (secret: string) =>
    codeOfApp(secret, services.clock.now(), steps);
/** Enrols with the code of the previous time step, so that the present code is still unused. */
const enrolled = () => withTotp(services, present(-1));

function enterPassword({ authorisation }: { authorisation?: { redirectReference?: string | undefined } | undefined }) {
  const redirectReference = authorisation?.redirectReference ?? '';
  return services.bus.ask(authenticatePsu, { redirectReference, psuId: 'psu-private', password: 'psu-private-pass' });
}

async function untilCode(): Promise<string> {
  const { session = '' } = await enterPassword(await askForConsent(services.bus));
  return (await services.bus.ask(selectMethod, { session, authenticationMethodId: 'own-totp' })).session ?? '';
}

function enter(session: string, scaAuthenticationData: string) {
  return services.bus.ask(authoriseTransaction, { session, scaAuthenticationData });
}

const typesOf = ({ scaMethods }: Pick<ScaView, 'scaMethods'>) =>
  scaMethods?.map(({ authenticationType }) => authenticationType) ?? [];

describe('a code of an authenticator app', () => {
  it('approves a consent on the page, and a consent for funds checks', async () => {
    const { secret } = await enrolled();
    const authenticated = await enterPassword(await askForConsent(services.bus));
    expect(typesOf(authenticated.view)).toContain('TOTP');
    const { session = '' } = authenticated;
    const asked = await services.bus.ask(selectMethod, { session, authenticationMethodId: 'own-totp' });
    expect(asked.view).toMatchObject({ step: 'transactionAuthorisation', challenge: { otpMaxLength: 6 } });
    const done = await enter(asked.session ?? '', present()(secret));
    expect(done.view.scaStatus).toBe('finalised');
    expect(new Set([session, asked.session, done.session]).size).toBe(3);
    expect(typesOf((await enterPassword(await askForFundsConsent(services.bus))).view)).toContain('TOTP');
  });

  it('that a TPP sends twice under one X-Request-ID is used once, with one answer (decision 2)', async () => {
    const { secret } = await enrolled();
    const authorisation = new TppAuthorisation(services.bus, {
      content: CONSENT,
      parent: { kind: 'consent', id: crypto.randomUUID() },
    });
    await authorisation.start();
    await authorisation.password('psu-private');
    await authorisation.select('own-totp');
    const [requestId, code] = [crypto.randomUUID(), present()(secret)];
    const input = { kind: 'transactionAuthorisation' as const, scaAuthenticationData: code };
    const send = () => runInContext({ requestId, traceparent: '' }, () => authorisation.update(input, { requestId }));
    const first = await send();
    expect(first.scaStatus).toBe('finalised');
    expect(await send()).toEqual(first);
  });

  it('approves a consent through the TPP, which learns the source of the code', async () => {
    const { secret } = await enrolled();
    const authorisation = new TppAuthorisation(services.bus, {
      content: CONSENT,
      parent: { kind: 'consent', id: crypto.randomUUID() },
    });
    await authorisation.start();
    expect(typesOf(await authorisation.password('psu-private'))).toContain('TOTP');
    const selected = await authorisation.select('own-totp');
    expect(selected.psuMessage).toContain('aplikacije za autentifikaciju');
    expect(selected.chosenScaMethod).toMatchObject({ authenticationType: 'TOTP', authenticationMethodId: 'own-totp' });
    expect(await situationOf(authorisation.code('000000'))).toBe('psuCredentialsInvalid');
    expect((await authorisation.code(present()(secret))).scaStatus).toBe('finalised');
  });

  it.each(Object.entries(CONTENTS))(
    'of a %s: offered for consents alone (RTS 2018/389, Art. 5)',
    async (kind, content) => {
      await enrolled();
      for (const scaApproach of ['EMBEDDED', 'DECOUPLED'] as const) {
        const parent = { kind: 'payment' as const, id: crypto.randomUUID() };
        const authorisation = new TppAuthorisation(services.bus, { content, scaApproach, parent });
        await authorisation.start();
        const offered = typesOf(await authorisation.password('psu-private'));
        const fits = scaApproach === 'EMBEDDED' && (kind === 'consent' || kind === 'fundsConsent');
        expect(offered.includes('TOTP'), scaApproach).toBe(fits);
        if (!fits) expect(await situationOf(authorisation.select('own-totp'))).not.toBeUndefined();
      }
    },
  );

  it('is not offered for a payment on the page, nor accepted if it is selected nevertheless', async () => {
    const { secret } = await enrolled();
    const { view, session = '' } = await enterPassword(await askForPayment(services.bus));
    expect(typesOf(view)).not.toContain('TOTP');
    const select = services.bus.ask(selectMethod, { session, authenticationMethodId: 'own-totp' });
    expect(await situationOf(select)).toBe('scaMethodUnknown');
    const sent = await services.bus.ask(selectMethod, { session, authenticationMethodId: 'sms' });
    expect((await enter(sent.session ?? '', present()(secret))).view.problem).toBe('codeInvalid');
  });

  it('is accepted once in its time step, for any content, and then no code of an earlier step', async () => {
    const { secret } = await enrolled();
    const code = present()(secret);
    expect((await enter(await untilCode(), code)).view.scaStatus).toBe('finalised');
    const replayed = await enter(await untilCode(), code);
    expect(replayed.view).toMatchObject({ step: 'transactionAuthorisation', problem: 'codeInvalid', attemptsLeft: 2 });
    const earlier = await enter(replayed.session ?? '', present(-1)(secret));
    expect(earlier.view.problem).toBe('codeInvalid');
    const next = await enter(earlier.session ?? '', present(1)(secret));
    expect(next.view.scaStatus).toBe('finalised');
  });

  it('sent at the same moment for two consents approves one of them', async () => {
    const { secret } = await enrolled();
    const sessions = [await untilCode(), await untilCode()];
    const answers = await Promise.all(sessions.map((session) => enter(session, present()(secret))));
    expect(answers.filter(({ view }) => view.scaStatus === 'finalised').length).toBe(1);
  });

  it('two steps away is refused, and so is the code with which the app was enrolled', async () => {
    const { secret } = await withTotp(services, present());
    const session = await untilCode();
    const far = await enter(session, present(2)(secret));
    expect(far.view.problem).toBe('codeInvalid');
    expect((await enter(far.session ?? '', present()(secret))).view.problem).toBe('codeInvalid');
  });

  it('cannot be guessed: of fifty wrong codes at the same moment three are verified, and the authorisation fails', async () => {
    const { secret } = await enrolled();
    const session = await untilCode();
    const right = present()(secret);
    const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0');
    const stored = services
      .database('sca')
      .collection<{ _id: string; failures: number; scaStatus: string }>('authorisations');
    let authorisationId = '';
    // An answer sent before other requests are read renews the session, and ends the round: three rounds use up all attempts.
    for (let round = 0, current = session; round < 3; round += 1) {
      const fifty = Array.from({ length: 50 }, () => enter(current, wrong).catch(() => undefined));
      const answers = (await Promise.all(fifty)).filter((answer) => answer !== undefined);
      authorisationId ||= answers[0]?.view.authorisationId ?? '';
      current = answers.find((answer) => answer.session !== undefined)?.session ?? current;
    }
    expect(await stored.findOne({ _id: authorisationId })).toMatchObject({ failures: 3, scaStatus: 'failed' });
    expect(await services.database('sca').collection('psuAttempts').findOne()).toMatchObject({ failures: 3 });
    expect((await enter(session, right).catch(() => undefined))?.view.scaStatus).not.toBe('finalised');
  });
});
