import {
  authenticatePsu,
  authoriseTransaction,
  type PasskeyRequestOptions,
  type ScaView,
  selectMethod,
} from '@xs2a/contracts';
import { forAllTests } from '@xs2a/test-kit';
import { askForConsent, askForPayment } from '@xs2a/test-system/ask-as-gateway';
import { IBAN } from '@xs2a/test-system/data/fixtures';
import { CONTENTS } from '@xs2a/test-system/data/sca-contents';
import { withPasskey } from '@xs2a/test-system/psu/enrol-factors';
import type { SoftAuthenticator } from '@xs2a/test-system/psu/soft-authenticator';
import { startServices } from '@xs2a/test-system/start/start-services';
import { TppAuthorisation } from '@xs2a/test-system/tpp/authorise-as-tpp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const services = forAllTests(() => startServices('bank', 'sca', 'payments', 'consent'));
beforeEach(() => forget('psuAttempts'));
afterEach(() => forget('passkeys'));

function forget(collection: string) {
  return services.database('sca').collection(collection).deleteMany({});
}

type Started = { authorisation?: { redirectReference?: string | undefined } | undefined };
interface Asked {
  readonly session: string;
  readonly request: PasskeyRequestOptions;
}

function enterPassword({ authorisation }: Started, psuId = 'psu-private') {
  const redirectReference = authorisation?.redirectReference ?? '';
  return services.bus.ask(authenticatePsu, { redirectReference, psuId, password: `${psuId}-pass` });
}

async function askPasskey(session: string): Promise<Asked & { view: ScaView }> {
  const asked = await services.bus.ask(selectMethod, { session, authenticationMethodId: 'own-passkey' });
  if (asked.view.passkey === undefined) throw new Error('no passkey was asked');
  return { session: asked.session ?? '', request: asked.view.passkey, view: asked.view };
}

async function untilPasskey(started: Started, psuId = 'psu-private') {
  return askPasskey((await enterPassword(started, psuId)).session ?? '');
}

function answer(session: string, passkey: ReturnType<SoftAuthenticator['answer']>) {
  return services.bus.ask(authoriseTransaction, { session, passkey });
}

const methodsOf = ({ view }: { view: ScaView }) => view.scaMethods?.map(({ authenticationType }) => authenticationType);

describe('a passkey', () => {
  it('approves a payment and a consent, each by its own request, and every step issues a new token', async () => {
    const { device } = await withPasskey(services);
    for (const started of [await askForPayment(services.bus), await askForConsent(services.bus)]) {
      const authenticated = await enterPassword(started);
      expect(methodsOf(authenticated)).toContain('PASSKEY');
      const { session, request, view } = await askPasskey(authenticated.session ?? '');
      expect(session).not.toBe(authenticated.session);
      expect(view).toMatchObject({ step: 'transactionAuthorisation', scaStatus: 'scaMethodSelected' });
      expect(request).toMatchObject({
        rpId: 'portal.test',
        credentials: [{ id: device.id, transports: ['internal'] }],
      });
      const done = await answer(session, device.answer(request));
      expect(done.view).toMatchObject({ step: 'result', scaStatus: 'finalised' });
      expect(done.session).not.toBe(session);
    }
  });

  it.each(Object.entries(CONTENTS))('approves a %s on the page', async (_, content) => {
    const { device } = await withPasskey(services);
    const started = new TppAuthorisation(services.bus, { content, scaApproach: 'REDIRECT' });
    const { session, request } = await untilPasskey({ authorisation: await started.start() });
    expect((await answer(session, device.answer(request))).view.scaStatus).toBe('finalised');
  });

  it('is not offered to a PSU who has none', async () => {
    expect(methodsOf(await enterPassword(await askForPayment(services.bus)))).not.toContain('PASSKEY');
  });

  it.each([
    ['of another amount', { instructedAmount: { currency: 'EUR', amount: '99.00' } }],
    ['of another payee', { creditorAccount: { iban: IBAN.savings } }],
    ['of the same payment made once more', {}],
  ])('what it signed for a payment %s is refused (RTS 2018/389, Art. 5)', async (_, other) => {
    const { device } = await withPasskey(services);
    const signedFor = await untilPasskey(await askForPayment(services.bus, other));
    const { session } = await untilPasskey(await askForPayment(services.bus));
    const { view } = await answer(session, device.answer(signedFor.request));
    expect(view).toMatchObject({ step: 'methodSelection', problem: 'passkeyInvalid', attemptsLeft: 2 });
  });

  it('does not count for content other than that of its request', async () => {
    const { device } = await withPasskey(services);
    const { session, request, view } = await untilPasskey(await askForPayment(services.bus));
    await services
      .database('sca')
      .collection<{ _id: string }>('authorisations')
      .updateOne({ _id: view.authorisationId }, { $set: { contentHash: 'of another content' } });
    expect((await answer(session, device.answer(request))).view.problem).toBe('passkeyInvalid');
  });

  it.each([
    ['another origin', { origin: 'https://portal.test.evil.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['an unknown challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['no verification of the user', { unverified: true }],
    ['a counter that does not grow: a copy of it', { counter: 1 }],
  ])('an answer with %s is refused', async (_, wrong) => {
    const { device } = await withPasskey(services);
    const { session, request } = await untilPasskey(await askForPayment(services.bus));
    expect((await answer(session, device.answer(request, wrong))).view.problem).toBe('passkeyInvalid');
  });

  it('answers a request once: a wrong answer uses it up, and the right one after it does not count', async () => {
    const { device } = await withPasskey(services);
    const { session, request } = await untilPasskey(await askForPayment(services.bus));
    const wrong = await answer(session, device.answer(request, { origin: 'https://evil.example' }));
    const replayed = await answer(wrong.session ?? '', device.answer(request));
    expect(replayed.view).toMatchObject({ step: 'methodSelection', problem: 'passkeyExpired' });
    const again = await askPasskey(replayed.session ?? '');
    expect(again.request.challenge).not.toBe(request.challenge);
    expect((await answer(again.session, device.answer(again.request))).view.scaStatus).toBe('finalised');
  });

  it('approves once if the same answer is sent ten times at once', async () => {
    const { device } = await withPasskey(services);
    const { session, request, view } = await untilPasskey(await askForPayment(services.bus));
    const given = device.answer(request);
    await Promise.allSettled(Array.from({ length: 10 }, () => answer(session, given)));
    const stored = await services
      .database('sca')
      .collection<{ _id: string; history: { to: string }[] }>('authorisations')
      .findOne({ _id: view.authorisationId });
    expect(stored?.history.filter(({ to }) => to === 'finalised').length).toBe(1);
  });

  it('does not count if its answer is late: a new request is needed', async () => {
    const { device } = await withPasskey(services);
    const { session, request, view } = await untilPasskey(await askForPayment(services.bus));
    await services
      .database('sca')
      .collection<{ _id: string }>('authorisations')
      .updateOne({ _id: view.authorisationId }, { $set: { 'challenge.until': new Date(0) } });
    const late = await answer(session, device.answer(request));
    expect(late.view).toMatchObject({ step: 'methodSelection', problem: 'passkeyExpired' });
  });

  it('of another PSU is refused, and the third refusal ends the authorisation', async () => {
    const { device: ofOther } = await withPasskey(services, 'psu-multi');
    await withPasskey(services);
    let asked = await untilPasskey(await askForPayment(services.bus));
    for (const _ of [1, 2]) {
      const refused = await answer(asked.session, ofOther.answer(asked.request));
      expect(refused.view.problem).toBe('passkeyInvalid');
      asked = await askPasskey(refused.session ?? '');
    }
    expect((await answer(asked.session, ofOther.answer(asked.request))).view.scaStatus).toBe('failed');
  });

  it('cannot be replaced by a code, nor a code by a passkey', async () => {
    const { device } = await withPasskey(services);
    const asked = await untilPasskey(await askForPayment(services.bus));
    const typed = await services.bus.ask(authoriseTransaction, {
      session: asked.session,
      scaAuthenticationData: '123456',
    });
    expect(typed.view.problem).toBe('passkeyInvalid');
    const sent = await services.bus.ask(selectMethod, { session: typed.session ?? '', authenticationMethodId: 'sms' });
    expect((await answer(sent.session ?? '', device.answer(asked.request))).view.problem).toBe('codeInvalid');
  });
});
