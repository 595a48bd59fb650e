import { authenticatePsu, authoriseTransaction, continueAuthorisation, openRedirect } from '@xs2a/contracts';
import { forAllTests, profileFile } from '@xs2a/test-kit';
import { situationOf } from '@xs2a/test-system/ask-as-gateway';
import { CONTENTS } from '@xs2a/test-system/data/sca-contents';
import { withPasskey } from '@xs2a/test-system/psu/enrol-factors';
import { startServices, startServicesOf } from '@xs2a/test-system/start/start-services';
import { TppAuthorisation } from '@xs2a/test-system/tpp/authorise-as-tpp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const services = forAllTests(() => startServices('bank', 'sca'));
beforeEach(() => forget('psuAttempts'));
afterEach(() => forget('passkeys'));

function forget(collection: string) {
  return services.database('sca').collection(collection).deleteMany({});
}

type Overrides = ConstructorParameters<typeof TppAuthorisation>[1];

/** Returns an embedded authorisation whose PSU entered its password at the TPP. */
async function afterPassword(overrides: Overrides = {}) {
  const authorisation = new TppAuthorisation(services.bus, overrides);
  await authorisation.start();
  return { authorisation, state: await authorisation.password('psu-private') };
}

/** Returns the link that the TPP received for its choice of the passkey. */
async function untilLink(overrides: Overrides = {}) {
  const { authorisation } = await afterPassword(overrides);
  const state = await authorisation.select('own-passkey');
  return { authorisation, state, redirectReference: state.redirectReference ?? '' };
}

const continueOnPage = (redirectReference: string) => services.bus.ask(continueAuthorisation, { redirectReference });
const stepAt = async (redirectReference: string) =>
  (await services.bus.ask(openRedirect, { redirectReference })).view.step;
const methodsOf = ({ scaMethods }: { scaMethods?: { authenticationType: string }[] | undefined }) =>
  scaMethods?.map(({ authenticationType }) => authenticationType);

describe('a passkey chosen at the TPP turns the authorisation into a redirect (decisions 20 and 21)', () => {
  it.each(Object.entries(CONTENTS))('for a %s, where the password entered before counts', async (_, content) => {
    const { device } = await withPasskey(services);
    const { authorisation, state, redirectReference } = await untilLink({ content });
    expect(state).toMatchObject({ scaApproach: 'REDIRECT', scaStatus: 'scaMethodSelected' });
    expect(Object.keys(state)).not.toContain('challengeData');
    expect(await stepAt(redirectReference)).toBe('continuation');
    const { view, session = '' } = await continueOnPage(redirectReference);
    expect(view).toMatchObject({ step: 'transactionAuthorisation', scaStatus: 'scaMethodSelected' });
    if (view.passkey === undefined) throw new Error('no passkey was asked for');
    const done = await services.bus.ask(authoriseTransaction, { session, passkey: device.answer(view.passkey) });
    expect(done.view).toMatchObject({ step: 'result', scaStatus: 'finalised', returnUri: 'https://tpp.example/ok' });
    expect((await authorisation.status()).scaStatus).toBe('finalised');
  });

  it('a wrong answer takes an attempt of the same authorisation as a wrong password at the TPP', async () => {
    const { device } = await withPasskey(services);
    const authorisation = new TppAuthorisation(services.bus);
    await authorisation.start();
    expect(await situationOf(authorisation.password('psu-private', 'wrong'))).toBe('psuCredentialsInvalid');
    await authorisation.password('psu-private');
    const { redirectReference = '' } = await authorisation.select('own-passkey');
    const { view, session = '' } = await continueOnPage(redirectReference);
    if (view.passkey === undefined) throw new Error('no passkey was asked for');
    const passkey = device.answer(view.passkey, { origin: 'https://evil.example' });
    const refused = await services.bus.ask(authoriseTransaction, { session, passkey });
    expect(refused.view).toMatchObject({ step: 'methodSelection', problem: 'passkeyInvalid' });
  });

  it('leaves no step to the TPP, which may no longer send a code or another choice', async () => {
    await withPasskey(services);
    const { authorisation } = await untilLink();
    expect(await situationOf(authorisation.select('sms'))).toBe('statusInvalid');
    expect(await situationOf(authorisation.code('123456'))).toBe('statusInvalid');
  });

  it('a repeated start returns the present state', async () => {
    await withPasskey(services);
    const authorisation = new TppAuthorisation(services.bus);
    const input = { kind: 'authentication', password: 'psu-private-pass' } as const;
    await authorisation.start({ psu: { psuId: 'psu-private' }, input });
    const selected = await authorisation.select('own-passkey');
    expect(await authorisation.start({ psu: { psuId: 'psu-private' }, input })).toEqual(selected);
  });
});

describe('the link of such an authorisation', () => {
  it('requires no password for one browser; another one signs in, and then takes over', async () => {
    await withPasskey(services);
    const { redirectReference } = await untilLink();
    const first = await continueOnPage(redirectReference);
    const second = await continueOnPage(redirectReference);
    expect(second).toMatchObject({ view: { step: 'authentication' } });
    expect(second.session).toBeUndefined();
    expect(second.view.psu).toBeUndefined();
    expect(await stepAt(redirectReference)).toBe('authentication');
    const credentials = { redirectReference, psuId: 'psu-private', password: 'psu-private-pass' };
    const signedIn = await services.bus.ask(authenticatePsu, credentials);
    expect(signedIn.session).not.toBe(first.session);
    expect(signedIn.view.step).toBe('transactionAuthorisation');
  });

  it('of fifty browsers at the same moment one continues', async () => {
    await withPasskey(services);
    const { redirectReference } = await untilLink();
    const all = await Promise.all(Array.from({ length: 50 }, () => continueOnPage(redirectReference)));
    expect(all.filter(({ session }) => session !== undefined).length).toBe(1);
  });

  it('shows nothing of the PSU before that step, and accepts a password as well', async () => {
    await withPasskey(services);
    const { redirectReference } = await untilLink();
    const { view } = await services.bus.ask(openRedirect, { redirectReference });
    for (const field of ['psu', 'accountNames', 'scaMethods', 'passkey'] as const) expect(view[field]).toBeUndefined();
    const credentials = { redirectReference, psuId: 'psu-private', password: 'psu-private-pass' };
    expect((await services.bus.ask(authenticatePsu, credentials)).session).toBeDefined();
    expect((await continueOnPage(redirectReference)).session).toBeUndefined();
  });

  it('is valid for its minutes from the choice on, not from the start', async () => {
    await withPasskey(services);
    const { authorisation } = await afterPassword();
    services.clock.forward({ hours: 1 });
    const { redirectReference = '' } = await authorisation.select('own-passkey');
    expect(await stepAt(redirectReference)).toBe('continuation');
    services.clock.forward({ hours: 1 });
    expect(await situationOf(continueOnPage(redirectReference))).toBe('redirectLinkExpired');
  });

  it('requires a password if the authorisation was a redirect from the start', async () => {
    const authorisation = new TppAuthorisation(services.bus, { scaApproach: 'REDIRECT' });
    const { redirectReference = '' } = await authorisation.start();
    expect((await continueOnPage(redirectReference)).session).toBeUndefined();
    expect(await stepAt(redirectReference)).toBe('authentication');
  });
});

describe('a passkey is offered through the TPP', () => {
  it('to a PSU who has one, before the methods of the bank', async () => {
    await withPasskey(services);
    expect(methodsOf((await afterPassword()).state)).toEqual(['PASSKEY', 'SMS_OTP', 'PUSH_OTP', 'PHOTO_OTP']);
  });

  it('not to a PSU who has none', async () => {
    const { authorisation, state } = await afterPassword();
    expect(methodsOf(state)).not.toContain('PASSKEY');
    expect(await situationOf(authorisation.select('own-passkey'))).toBe('scaMethodUnknown');
  });

  it('not to a TPP that sent no TPP-Redirect-URI: the browser would not return', async () => {
    await withPasskey(services);
    const { authorisation, state } = await afterPassword({ wishes: {} });
    expect(methodsOf(state)).not.toContain('PASSKEY');
    expect(await situationOf(authorisation.select('own-passkey'))).toBe('scaMethodUnknown');
  });

  it('not if the bank does not offer redirects', async () => {
    await using without = await startServicesOf(profileFile('scaApproaches: [EMBEDDED, DECOUPLED]'), 'bank', 'sca');
    await withPasskey(without);
    const authorisation = new TppAuthorisation(without.bus);
    await authorisation.start();
    expect(methodsOf(await authorisation.password('psu-private'))).not.toContain('PASSKEY');
  });

  it('not beside a device that is prompted at once', async () => {
    await withPasskey(services);
    const decoupled = new TppAuthorisation(services.bus, { scaApproach: 'DECOUPLED' });
    await decoupled.start();
    await decoupled.identify('psu-private');
    expect(await situationOf(decoupled.select('own-passkey'))).not.toBeUndefined();
  });
});
