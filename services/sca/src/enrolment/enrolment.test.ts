import {
  authenticatePsu,
  authoriseTransaction,
  beginFactor,
  confirmPasskey,
  confirmTotp,
  type PasskeyRequestOptions,
  readFactors,
  removeFactor,
  type ScaView,
  selectMethod,
  signIn,
} from '@xs2a/contracts';
import { forAllTests } from '@xs2a/test-kit';
import { askForConsent, askForPayment, situationOf } from '@xs2a/test-system/ask-as-gateway';
import { codeOfApp } from '@xs2a/test-system/psu/authenticator-app';
import { beginEnrolment, ORIGIN, signedIn, withPasskey, withTotp } from '@xs2a/test-system/psu/enrol-factors';
import { SoftAuthenticator } from '@xs2a/test-system/psu/soft-authenticator';
import { startServices } from '@xs2a/test-system/start/start-services';
import { beforeEach, describe, expect, it } from 'vitest';

const services = forAllTests(() => startServices('bank', 'sca', 'payments', 'consent'));
beforeEach(async () => {
  for (const collection of ['psuAttempts', 'passkeys', 'totpSecrets'])
    await services.database('sca').collection(collection).deleteMany({});
});

type Started = { authorisation?: { redirectReference?: string | undefined } | undefined };

function enterPassword({ authorisation }: Started) {
  const redirectReference = authorisation?.redirectReference ?? '';
  return services.bus.ask(authenticatePsu, { redirectReference, psuId: 'psu-private', password: 'psu-private-pass' });
}

const methodsOf = ({ view }: { view: ScaView }) =>
  view.scaMethods?.map(({ authenticationType }) => authenticationType) ?? [];

async function askPasskey(session: string): Promise<{ session: string; request: PasskeyRequestOptions }> {
  const asked = await services.bus.ask(selectMethod, { session, authenticationMethodId: 'own-passkey' });
  if (asked.view.passkey === undefined) throw new Error('no passkey was asked for');
  return { session: asked.session ?? '', request: asked.view.passkey };
}

async function untilPasskey(started: Started) {
  return askPasskey((await enterPassword(started)).session ?? '');
}

function answer(session: string, passkey: ReturnType<SoftAuthenticator['answer']>) {
  return services.bus.ask(authoriseTransaction, { session, passkey });
}

const present =
  (steps = 0) =>
  (secret: string) =>
    codeOfApp(secret, services.clock.now(), steps);
/** Enrols with the code of the previous time step, so that the present code is still unused. */
const withApp = () => withTotp(services, present(-1));

async function untilTotp(): Promise<string> {
  const { session = '' } = await enterPassword(await askForConsent(services.bus));
  return (await services.bus.ask(selectMethod, { session, authenticationMethodId: 'own-totp' })).session ?? '';
}

function enterCode(session: string, scaAuthenticationData: string) {
  return services.bus.ask(authoriseTransaction, { session, scaAuthenticationData });
}

describe('enrolling and removing a passkey', () => {
  it('a removed passkey approves nothing, even if it was already requested, and is no longer offered', async () => {
    const { session: login, device } = await withPasskey(services);
    const { session, request } = await untilPasskey(await askForPayment(services.bus));
    await services.bus.ask(removeFactor, { session: login, kind: 'passkey', id: device.id });
    expect((await answer(session, device.answer(request))).view.problem).toBe('passkeyInvalid');
    expect(methodsOf(await enterPassword(await askForPayment(services.bus)))).not.toContain('PASSKEY');
  });

  it('a PSU cannot remove a passkey of another PSU', async () => {
    const { device } = await withPasskey(services);
    const other = await signedIn(services, 'psu-multi');
    await services.bus.ask(removeFactor, { session: other, kind: 'passkey', id: device.id });
    const { session, request } = await untilPasskey(await askForPayment(services.bus));
    expect((await answer(session, device.answer(request))).view.scaStatus).toBe('finalised');
  });

  it('requires both factors, verified at most a few minutes ago', async () => {
    expect(await situationOf(services.bus.ask(beginFactor, { session: 'nobody', kind: 'passkey' }))).toBe(
      'scaSessionOver',
    );
    const session = await signedIn(services);
    expect((await services.bus.ask(readFactors, { session })).view).toMatchObject({ mayAdd: true, passkeys: [] });
    services.clock.forward({ minutes: 3 });
    await services.bus.ask(readFactors, { session });
    services.clock.forward({ minutes: 3 });
    expect((await services.bus.ask(readFactors, { session })).view.mayAdd).toBe(false);
    const late = await services.bus.ask(beginFactor, { session, kind: 'passkey' });
    expect(late.problem).toBe('signInTooOld');
    expect((await services.bus.ask(readFactors, { session: late.session ?? '' })).view.adding).toBeUndefined();
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['no verification of the user', { unverified: true }],
    ['an unknown challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
  ])('one created with %s is not stored, and its enrolment is used up', async (_, wrong) => {
    const { session, adding } = await beginEnrolment(services, await signedIn(services), 'passkey');
    const device = new SoftAuthenticator(ORIGIN);
    const made = device.make(adding.order, wrong);
    const refused = await services.bus.ask(confirmPasskey, { session, name: 'Laptop', made });
    expect(refused.problem).toBe('passkeyNotMade');
    const right = { session: refused.session ?? '', name: 'Laptop', made: device.make(adding.order) };
    const late = await services.bus.ask(confirmPasskey, right);
    expect(late.problem).toBe('addingOver');
    expect((await services.bus.ask(readFactors, { session: late.session ?? '' })).view.passkeys).toEqual([]);
  });

  it('a PSU may have several named passkeys, each of which approves; none belongs to two PSUs', async () => {
    const { session, device } = await withPasskey(services);
    const second = await beginEnrolment(services, session, 'passkey');
    expect(second.adding.order.present.map(({ id }) => id)).toEqual([device.id]);
    const phone = new SoftAuthenticator(ORIGIN);
    const made = phone.make(second.adding.order);
    await services.bus.ask(confirmPasskey, { session: second.session, name: 'Mobitel', made });
    const authenticated = await enterPassword(await askForPayment(services.bus));
    const method = authenticated.view.scaMethods?.find(({ authenticationType }) => authenticationType === 'PASSKEY');
    expect(method?.name).toBe('Laptop, Mobitel');
    const asked = await askPasskey(authenticated.session ?? '');
    expect((await answer(asked.session, phone.answer(asked.request))).view.scaStatus).toBe('finalised');
    const other = await beginEnrolment(services, await signedIn(services, 'psu-multi'), 'passkey');
    const taken = { session: other.session, name: 'Laptop', made: phone.make(other.adding.order) };
    expect((await services.bus.ask(confirmPasskey, taken)).problem).toBe('passkeyNotMade');
  });
});

describe('enrolling and removing an authenticator app', () => {
  it('a wrong first code enrols nothing and counts as a failure; the fifth signs out', async () => {
    const { session: begun } = await beginEnrolment(services, await signedIn(services), 'totp');
    let session = begun;
    for (const attemptsLeft of [4, 3, 2, 1]) {
      const form = { session, code: '000' };
      await services.bus.ask(confirmTotp, form);
      // The same form submitted again is the same attempt.
      const wrong = await services.bus.ask(confirmTotp, form);
      expect(wrong).toMatchObject({ problem: 'totpInvalid', attemptsLeft });
      session = wrong.session ?? '';
    }
    expect(await services.bus.ask(confirmTotp, { session, code: '000' })).toEqual({ problem: 'signInClosed' });
    expect(await situationOf(services.bus.ask(readFactors, { session }))).toBe('scaSessionOver');
    const closed = await services.bus.ask(signIn, { psuId: 'psu-private', password: 'psu-private-pass' });
    expect(closed.view.problem).toBe('signInClosed');
    expect(await services.database('sca').collection('totpSecrets').countDocuments()).toBe(0);
  });

  it('its secret is stored encrypted, shown during the enrolment and never again', async () => {
    const { session, secret } = await withApp();
    const stored = await services.database('sca').collection('totpSecrets').findOne();
    expect(JSON.stringify(stored)).not.toContain(secret);
    const { view } = await services.bus.ask(readFactors, { session });
    expect(JSON.stringify(view)).not.toContain(secret);
    expect(view.totp).toBeDefined();
    expect((await services.bus.ask(beginFactor, { session, kind: 'totp' })).problem).toBe('totpPresent');
  });

  it('a removed app approves nothing, even if its code was already requested', async () => {
    const { session: login, secret } = await withApp();
    const session = await untilTotp();
    await services.bus.ask(removeFactor, { session: login, kind: 'totp' });
    expect((await enterCode(session, present()(secret))).view.problem).toBe('codeInvalid');
    expect(methodsOf(await enterPassword(await askForConsent(services.bus)))).not.toContain('TOTP');
  });

  it('the key of the sandbox survives a restart', async () => {
    const { secret } = await withApp();
    const session = await untilTotp();
    await services.running.sca.stop();
    await services.restart('sca');
    expect((await enterCode(session, present()(secret))).view.scaStatus).toBe('finalised');
  });
});
