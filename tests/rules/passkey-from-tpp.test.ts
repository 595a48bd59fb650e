import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authenticatePsu, authoriseTransaction, continueAuthorisation, openRedirect } from '@xs2a/contracts';
import { situationOf } from '@xs2a/test-system/ask-as-gateway';
import { TppAuthorisation } from '@xs2a/test-system/authorise-as-tpp';
import { withPasskey } from '@xs2a/test-system/enrol-factors';
import { CONTENTS } from '@xs2a/test-system/sca-contents';
import { startServices, startServicesOf, type TestServices } from '@xs2a/test-system/start-services';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let services: TestServices;
beforeAll(async () => {
  services = await startServices('bank', 'sca');
});
afterAll(() => services[Symbol.asyncDispose]());
beforeEach(() => forget('psuAttempts'));
afterEach(() => forget('passkeys'));

function forget(collection: string) {
  return services.database('sca').collection(collection).deleteMany({});
}

type Overrides = ConstructorParameters<typeof TppAuthorisation>[1];

/** An embedded authorisation whose PSU has shown its password to the TPP. */
async function afterPassword(overrides: Overrides = {}) {
  const authorisation = new TppAuthorisation(services.bus, overrides);
  await authorisation.start();
  return { authorisation, state: await authorisation.password('psu-private') };
}

/** After the TPP sent the choice of the passkey: the link that it was told. */
async function untilLink(overrides: Overrides = {}) {
  const { authorisation } = await afterPassword(overrides);
  const state = await authorisation.select('own-passkey');
  return { authorisation, state, redirectReference: state.redirectReference ?? '' };
}

const goOn = (redirectReference: string) => services.bus.ask(continueAuthorisation, { redirectReference });
const stepAt = async (redirectReference: string) =>
  (await services.bus.ask(openRedirect, { redirectReference })).view.step;
const methodsOf = ({ scaMethods }: { scaMethods?: { authenticationType: string }[] | undefined }) =>
  scaMethods?.map(({ authenticationType }) => authenticationType);

describe('a passkey picked through the TPP turns the authorisation into a redirect (decisions 20 and 21)', () => {
  it.each(Object.entries(CONTENTS))('that of a %s, where the password shown before counts', async (_, content) => {
    const { device } = await withPasskey(services);
    const { authorisation, state, redirectReference } = await untilLink({ content });
    expect(state).toMatchObject({ scaApproach: 'REDIRECT', scaStatus: 'scaMethodSelected' });
    expect(Object.keys(state)).not.toContain('challengeData');
    expect(await stepAt(redirectReference)).toBe('continuation');
    const { view, session = '' } = await goOn(redirectReference);
    expect(view).toMatchObject({ step: 'transactionAuthorisation', scaStatus: 'scaMethodSelected' });
    if (view.passkey === undefined) throw new Error('no passkey was asked');
    const done = await services.bus.ask(authoriseTransaction, { session, passkey: device.answer(view.passkey) });
    expect(done.view).toMatchObject({ step: 'result', scaStatus: 'finalised', returnUri: 'https://tpp.example/ok' });
    expect((await authorisation.status()).scaStatus).toBe('finalised');
  });

  it('a wrong answer of it takes an attempt of the same authorisation as a wrong password at the TPP', async () => {
    const { device } = await withPasskey(services);
    const authorisation = new TppAuthorisation(services.bus);
    await authorisation.start();
    expect(await situationOf(authorisation.password('psu-private', 'wrong'))).toBe('psuCredentialsInvalid');
    await authorisation.password('psu-private');
    const { redirectReference = '' } = await authorisation.select('own-passkey');
    const { view, session = '' } = await goOn(redirectReference);
    if (view.passkey === undefined) throw new Error('no passkey was asked');
    const passkey = device.answer(view.passkey, { origin: 'https://evil.example' });
    const refused = await services.bus.ask(authoriseTransaction, { session, passkey });
    expect(refused.view).toMatchObject({ step: 'methodSelection', problem: 'passkeyInvalid' });
  });

  it('leaves nothing to the TPP: a code or another choice from it fits no more', async () => {
    await withPasskey(services);
    const { authorisation } = await untilLink();
    expect(await situationOf(authorisation.select('sms'))).toBe('statusInvalid');
    expect(await situationOf(authorisation.code('123456'))).toBe('statusInvalid');
  });

  it('a start told again after that answers where it stands now', async () => {
    await withPasskey(services);
    const authorisation = new TppAuthorisation(services.bus);
    const input = { kind: 'authentication', password: 'psu-private-pass' } as const;
    await authorisation.start({ psu: { psuId: 'psu-private' }, input });
    const selected = await authorisation.select('own-passkey');
    expect(await authorisation.start({ psu: { psuId: 'psu-private' }, input })).toEqual(selected);
  });
});

describe('the link of such an authorisation', () => {
  it('leads on without a password for one browser; another one signs in, and then takes over', async () => {
    await withPasskey(services);
    const { redirectReference } = await untilLink();
    const first = await goOn(redirectReference);
    const second = await goOn(redirectReference);
    expect(second).toMatchObject({ view: { step: 'authentication' } });
    expect(second.session).toBeUndefined();
    expect(second.view.psu).toBeUndefined();
    expect(await stepAt(redirectReference)).toBe('authentication');
    const credentials = { redirectReference, psuId: 'psu-private', password: 'psu-private-pass' };
    const signedIn = await services.bus.ask(authenticatePsu, credentials);
    expect(signedIn.session).not.toBe(first.session);
    expect(signedIn.view.step).toBe('transactionAuthorisation');
  });

  it('of fifty browsers at the same moment one goes on', async () => {
    await withPasskey(services);
    const { redirectReference } = await untilLink();
    const all = await Promise.all(Array.from({ length: 50 }, () => goOn(redirectReference)));
    expect(all.filter(({ session }) => session !== undefined).length).toBe(1);
  });

  it('shows nothing of the PSU before the step is taken, and takes a password as well', async () => {
    await withPasskey(services);
    const { redirectReference } = await untilLink();
    const { view } = await services.bus.ask(openRedirect, { redirectReference });
    for (const field of ['psu', 'accountNames', 'scaMethods', 'passkey'] as const) expect(view[field]).toBeUndefined();
    const credentials = { redirectReference, psuId: 'psu-private', password: 'psu-private-pass' };
    expect((await services.bus.ask(authenticatePsu, credentials)).session).toBeDefined();
    expect((await goOn(redirectReference)).session).toBeUndefined();
  });

  it('lives its minutes from the choice on, not from the start; and after that leads nowhere', async () => {
    await withPasskey(services);
    const { authorisation } = await afterPassword();
    services.clock.forward({ hours: 1 });
    const { redirectReference = '' } = await authorisation.select('own-passkey');
    expect(await stepAt(redirectReference)).toBe('continuation');
    services.clock.forward({ hours: 1 });
    expect(await situationOf(goOn(redirectReference))).toBe('redirectLinkExpired');
  });

  it('of a redirect that began as one leads nowhere without a password', async () => {
    const authorisation = new TppAuthorisation(services.bus, { scaApproach: 'REDIRECT' });
    const { redirectReference = '' } = await authorisation.start();
    expect((await goOn(redirectReference)).session).toBeUndefined();
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

  it('not to a TPP that told no TPP-Redirect-URI: its browser would not come back', async () => {
    await withPasskey(services);
    const { authorisation, state } = await afterPassword({ wishes: {} });
    expect(methodsOf(state)).not.toContain('PASSKEY');
    expect(await situationOf(authorisation.select('own-passkey'))).toBe('scaMethodUnknown');
  });

  it('not where the bank redirects nobody', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'profile-'));
    const profile = join(folder, 'profile.yaml');
    await writeFile(profile, 'preset: hr-full\nscaApproaches: [EMBEDDED, DECOUPLED]\n');
    const without = await startServicesOf(profile, 'bank', 'sca');
    await withPasskey(without);
    const authorisation = new TppAuthorisation(without.bus);
    await authorisation.start();
    expect(methodsOf(await authorisation.password('psu-private'))).not.toContain('PASSKEY');
    await without[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  it('not beside a device that is asked at once', async () => {
    await withPasskey(services);
    const decoupled = new TppAuthorisation(services.bus, { scaApproach: 'DECOUPLED' });
    await decoupled.start();
    await decoupled.identify('psu-private');
    expect(await situationOf(decoupled.select('own-passkey'))).not.toBeUndefined();
  });
});
