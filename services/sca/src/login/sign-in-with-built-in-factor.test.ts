import { beginFactor, confirmSignIn, readFactors, readLogin, selectSignInMethod, signIn } from '@xs2a/contracts';
import { forAllTests } from '@xs2a/test-kit';
import { situationOf } from '@xs2a/test-system/ask-as-gateway';
import { codeOfApp } from '@xs2a/test-system/psu/authenticator-app';
import { withPasskey, withTotp } from '@xs2a/test-system/psu/enrol-factors';
import type { SoftAuthenticator } from '@xs2a/test-system/psu/soft-authenticator';
import { startServices } from '@xs2a/test-system/start/start-services';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const services = forAllTests(() => startServices('bank', 'sca'));
beforeEach(() => forget('psuAttempts'));
afterEach(async () => {
  await Promise.all([forget('passkeys'), forget('totpSecrets')]);
  services.clock.forward({ minutes: 2 });
});

function forget(collection: string) {
  return services.database('sca').collection(collection).deleteMany({});
}

const enter = (password = 'psu-private-pass') => services.bus.ask(signIn, { psuId: 'psu-private', password });

async function chosen(authenticationMethodId: string) {
  const { session = '' } = await enter();
  const { view, session: next = '' } = await services.bus.ask(selectSignInMethod, { session, authenticationMethodId });
  return { view, session: next };
}

async function askedPasskey() {
  const { view, session } = await chosen('own-passkey');
  if (view.passkey === undefined) throw new Error('no passkey was asked for');
  return { session, request: view.passkey };
}

function answer(session: string, passkey: ReturnType<SoftAuthenticator['answer']>) {
  return services.bus.ask(confirmSignIn, { session, passkey });
}

const appCode = (secret: string) => codeOfApp(secret, services.clock.now());

describe("signing in to the bank's own pages with a built-in factor", () => {
  it('is offered after the right password, beside the codes of the bank, to a PSU who has one', async () => {
    const types = async () => (await enter()).view.scaMethods?.map(({ authenticationType }) => authenticationType);
    expect(await types()).toEqual(['SMS_OTP', 'PHOTO_OTP']);
    await withPasskey(services);
    await withTotp(services, appCode);
    expect(await types()).toEqual(['PASSKEY', 'TOTP', 'SMS_OTP', 'PHOTO_OTP']);
    expect((await enter('wrong')).view.scaMethods).toBeUndefined();
  });

  it('signs in with a passkey, and the previous token becomes invalid', async () => {
    const { device } = await withPasskey(services);
    const { session, request } = await askedPasskey();
    expect((await services.bus.ask(readLogin, { session })).view.step).toBe('transactionAuthorisation');
    const done = await answer(session, device.answer(request));
    expect(done.view.step).toBe('result');
    expect((await services.bus.ask(readLogin, { session: done.session ?? '' })).view.step).toBe('result');
    expect(await situationOf(services.bus.ask(readLogin, { session }))).toBe('scaSessionOver');
  });

  it('is refused with a signature for another sign-in, at another origin, or used twice; wrong answers count', async () => {
    const { device } = await withPasskey(services);
    const other = await askedPasskey();
    const { session, request } = await askedPasskey();
    const foreign = await answer(session, device.answer(other.request));
    expect(foreign.view).toMatchObject({ step: 'methodSelection', problem: 'passkeyInvalid', attemptsLeft: 4 });
    const late = await answer(foreign.session ?? '', device.answer(request));
    expect(late.view).toMatchObject({ step: 'methodSelection', problem: 'passkeyExpired' });
    const elsewhere = await askedPasskey();
    const wrong = await answer(elsewhere.session, device.answer(elsewhere.request, { origin: 'https://evil.example' }));
    expect(wrong.view).toMatchObject({ problem: 'passkeyInvalid', attemptsLeft: 3 });
  });

  it('signs nobody in if it was removed or belongs to another PSU', async () => {
    const { device: ofOther } = await withPasskey(services, 'psu-multi');
    const { device } = await withPasskey(services);
    const { session, request } = await askedPasskey();
    expect((await answer(session, ofOther.answer(request))).view.problem).toBe('passkeyInvalid');
    const asked = await askedPasskey();
    await services
      .database('sca')
      .collection('passkeys')
      .updateMany({}, { $set: { removedAt: new Date() } });
    expect((await answer(asked.session, device.answer(asked.request))).view.problem).toBe('passkeyInvalid');
  });

  it('does not count the same answer sent again as a failure', async () => {
    const { device } = await withPasskey(services);
    const { session, request } = await askedPasskey();
    const given = device.answer(request);
    await answer(session, given);
    expect(await situationOf(answer(session, given))).toBe('scaSessionOver');
    expect(
      await services
        .database('sca')
        .collection('psuAttempts')
        .countDocuments({ failures: { $gt: 0 } }),
    ).toBe(0);
  });

  it('signs in once with a code of the app, and never with a wrong one', async () => {
    const { secret } = await withTotp(services, appCode);
    services.clock.forward({ minutes: 2 });
    const first = await chosen('own-totp');
    const code = appCode(secret);
    const wrong = await services.bus.ask(confirmSignIn, { session: first.session, scaAuthenticationData: '000000' });
    expect(wrong.view.problem).toBe('codeInvalid');
    const right = { session: wrong.session ?? '', scaAuthenticationData: code };
    expect((await services.bus.ask(confirmSignIn, right)).view.step).toBe('result');
    const second = await chosen('own-totp');
    const again = await services.bus.ask(confirmSignIn, { session: second.session, scaAuthenticationData: code });
    expect(again.view.problem).toBe('codeInvalid');
  });

  it('permits enrolling another factor after a passkey, but not after a TOTP code, which would enrol a payment passkey', async () => {
    const { device } = await withPasskey(services);
    const { secret } = await withTotp(services, appCode);
    services.clock.forward({ minutes: 2 });
    const asked = await askedPasskey();
    const { session: byPasskey = '' } = await answer(asked.session, device.answer(asked.request));
    expect((await services.bus.ask(readFactors, { session: byPasskey })).view.mayAdd).toBe(true);
    const { session } = await chosen('own-totp');
    const signedIn = await services.bus.ask(confirmSignIn, { session, scaAuthenticationData: appCode(secret) });
    const byApp = signedIn.session ?? '';
    expect((await services.bus.ask(readFactors, { session: byApp })).view.mayAdd).toBe(false);
    const begun = await services.bus.ask(beginFactor, { session: byApp, kind: 'passkey' });
    expect(begun.problem).toBe('signInTooWeak');
  });

  it('does not count a passkey against the challenges of the PSU', async () => {
    await withPasskey(services);
    await forget('psuAttempts');
    for (let time = 1; time <= 7; time++) expect((await askedPasskey()).request.credentials).toHaveLength(1);
  });
});
