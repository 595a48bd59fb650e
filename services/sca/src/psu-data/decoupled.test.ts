import {
  answerDevice,
  authenticatePsu,
  type ReplyOf,
  readInbox,
  readSession,
  reportChallenge,
  type ScaContent,
  type ScaView,
  selectMethod,
} from '@xs2a/contracts';
import { forAllTests, profileFile } from '@xs2a/test-kit';
import { newestCode, situationOf } from '@xs2a/test-system/ask-as-gateway';
import { IBAN, RETURN } from '@xs2a/test-system/data/fixtures';
import { startServicesOf } from '@xs2a/test-system/start/start-services';
import { TppAuthorisation, transferFrom } from '@xs2a/test-system/tpp/authorise-as-tpp';
import { beforeEach, describe, expect, it } from 'vitest';

// Without payments no payee is verified.
const NO_PAYEES = profileFile({ payeeVerification: 'off' });
const services = forAllTests(() => startServicesOf(NO_PAYEES, 'bank', 'sca'));
beforeEach(async () => {
  await services.database('sca').collection('psuAttempts').deleteMany({});
});

const DECOUPLED = { scaApproach: 'DECOUPLED' } as const;
const PRIVATE = { psu: { psuId: 'psu-private' } };

async function decoupled(
  overrides: ConstructorParameters<typeof TppAuthorisation>[1] = PRIVATE,
): Promise<TppAuthorisation> {
  const authorisation = new TppAuthorisation(services.bus, { ...DECOUPLED, ...overrides });
  await authorisation.start();
  return authorisation;
}

function answer({ id }: TppAuthorisation, approve: boolean): Promise<{ answered: boolean }> {
  return services.bus.ask(answerDevice, { psuId: 'psu-private', authorisationId: id, approve });
}

async function challengeOf({ id }: TppAuthorisation): Promise<string> {
  const authorisations = services
    .database('sca')
    .collection<{ _id: string; challenge: { id: string } }>('authorisations');
  return (await authorisations.findOne({ _id: id }))?.challenge.id ?? '';
}

describe('a decoupled authorisation (decisions 20 and 21)', () => {
  it('prompts an identified PSU on its device at once, and is finalised by its approval', async () => {
    const authorisation = new TppAuthorisation(services.bus, { ...DECOUPLED, ...PRIVATE });
    const started = await authorisation.start();
    expect(started).toMatchObject({
      scaStatus: 'started',
      scaApproach: 'DECOUPLED',
      psuKnown: true,
      psuMessage: 'Odobrite zahtjev na svojem uređaju.',
    });
    expect(started.challengeData).toBeUndefined();
    // The PSU's devices are shown only after the password.
    expect(started.chosenScaMethod).toBeUndefined();
    expect(await answer(authorisation, true)).toEqual({ answered: true });
    expect((await authorisation.status()).scaStatus).toBe('finalised');
  });

  it('fails after a refusal on the device', async () => {
    const authorisation = await decoupled();
    await answer(authorisation, false);
    expect((await authorisation.status()).scaStatus).toBe('failed');
  });

  it('starts with the identification of a PSU that the TPP has not named', async () => {
    const authorisation = await decoupled({});
    expect((await authorisation.status()).scaStatus).toBe('received');
    expect(await authorisation.identify('psu-private')).toMatchObject({ scaStatus: 'started' });
  });

  it('prompts the first of several devices, or the one that the TPP names; after the password the PSU chooses', async () => {
    const psus = services.database('bank').collection<{ _id: string; scaMethods: object[] }>('psus');
    const second = { authenticationMethodId: 'push-2', authenticationType: 'PUSH_OTP', name: 'Tablet' };
    await psus.updateOne({ _id: 'psu-corporate-1' }, { $push: { scaMethods: second } });
    const prompted = async (input?: Parameters<TppAuthorisation['update']>[0]) => {
      const authorisation = new TppAuthorisation(services.bus, { ...DECOUPLED, content: transferFrom(IBAN.corporate) });
      const reply = await authorisation.start({ psu: { psuId: 'psu-corporate-1' }, ...(input && { input }) });
      const found = await services
        .database('sca')
        .collection<{ _id: string; chosenScaMethod?: { name: string } }>('authorisations')
        .findOne({ _id: authorisation.id });
      return { authorisation, reply, device: found?.chosenScaMethod?.name };
    };
    const named = await prompted();
    expect(named.reply.scaStatus).toBe('started');
    expect(named.device).not.toBe('Tablet');
    const chosen = { kind: 'methodSelection', authenticationMethodId: 'push-2' } as const;
    expect(await prompted(chosen)).toMatchObject({ reply: { scaStatus: 'started' }, device: 'Tablet' });
    // A device that the PSU does not have behaves like a device that nobody answers.
    const other = { kind: 'methodSelection', authenticationMethodId: 'sms' } as const;
    expect(await prompted(other)).toMatchObject({ reply: { scaStatus: 'started' }, device: undefined });
    const password = { kind: 'authentication', password: 'psu-corporate-1-pass' } as const;
    const { authorisation, reply } = await prompted(password);
    expect(reply.scaMethods?.map(({ authenticationMethodId }) => authenticationMethodId)).toEqual(['push', 'push-2']);
    expect(await situationOf(authorisation.select('sms'))).toBe('scaMethodUnknown');
    expect(await authorisation.select('push-2')).toMatchObject({ scaStatus: 'started', chosenScaMethod: second });
  });

  it('covers all accounts that the bank may offer, because there is no page for a choice', async () => {
    const content: ScaContent = {
      kind: 'consent',
      model: 'bankOffered',
      grants: [],
      rights: ['accounts'],
      recurring: true,
      validUntil: '2030-01-01',
      frequencyPerDay: 4,
    };
    const authorisation = await decoupled({ ...PRIVATE, content });
    const stored = services
      .database('sca')
      .collection<{ _id: string; content: { grants: object[] } }>('authorisations');
    expect((await stored.findOne({ _id: authorisation.id }))?.content.grants).toHaveLength(3);
    await answer(authorisation, true);
    expect((await authorisation.status()).scaStatus).toBe('finalised');
  });

  it('fails if the device does not answer in time, and a late approval does not count', async () => {
    const authorisation = await decoupled();
    services.clock.forward({ minutes: 6 });
    await services.running.sca.kit.jobs.runNow('expireAuthorisations');
    expect((await authorisation.status()).scaStatus).toBe('failed');
    expect(await answer(authorisation, true)).toEqual({ answered: false });
    expect((await authorisation.status()).scaStatus).toBe('failed');
  });

  it('sends no sixth unanswered challenge in a row', async () => {
    for (let asked = 1; asked <= 5; asked++) {
      expect((await (await decoupled()).status()).scaStatus).toBe('started');
    }
    expect((await (await decoupled()).status()).scaStatus).toBe('failed');
  });
});

describe('the answer reported by the bank (sca.reportChallenge)', () => {
  it('counts once; a repetition changes nothing', async () => {
    const authorisation = await decoupled();
    const report = { challengeId: await challengeOf(authorisation), contentHash: authorisation.contentHash };
    const approved = { ...report, verdict: 'approved' } as const;
    expect(await services.bus.ask(reportChallenge, approved)).toEqual({ scaStatus: 'finalised' });
    expect(await services.bus.ask(reportChallenge, approved)).toEqual({ scaStatus: 'finalised' });
    const declined = { ...report, verdict: 'declined' } as const;
    expect(await services.bus.ask(reportChallenge, declined)).toEqual({ scaStatus: 'finalised' });
  });

  it('is refused for other content, and for a challenge that was never sent', async () => {
    const authorisation = await decoupled();
    const challengeId = await challengeOf(authorisation);
    const other = { challengeId, contentHash: 'other', verdict: 'approved' } as const;
    expect(await situationOf(services.bus.ask(reportChallenge, other))).toBe('fieldInvalid');
    const unknown = { ...other, challengeId: crypto.randomUUID() };
    expect(await situationOf(services.bus.ask(reportChallenge, unknown))).toBe('authorisationUnknown');
    expect((await authorisation.status()).scaStatus).toBe('started');
    await answer(authorisation, false);
  });
});

describe('a device chosen on the redirect page', () => {
  let authorisation: TppAuthorisation;

  async function untilDevice(): Promise<{ session: string; view: ScaView }> {
    authorisation = new TppAuthorisation(services.bus, { scaApproach: 'REDIRECT' });
    await authorisation.start();
    return askDevice((await signIn()).session ?? '');
  }

  async function signIn(): Promise<ReplyOf<typeof authenticatePsu>> {
    const { redirectReference = '' } = await authorisation.start();
    const credentials = { psuId: 'psu-private', password: 'psu-private-pass' };
    return services.bus.ask(authenticatePsu, { redirectReference, ...credentials });
  }

  async function askDevice(session: string, authenticationMethodId = 'push') {
    const reply = await services.bus.ask(selectMethod, { session, authenticationMethodId });
    return { session: reply.session ?? '', view: reply.view };
  }

  it('keeps the page waiting, and then shows the answer on the page', async () => {
    const { session, view } = await untilDevice();
    expect(view).toMatchObject({ step: 'deviceApproval', scaStatus: 'started' });
    await answer(authorisation, true);
    const shown = await services.bus.ask(readSession, { session });
    expect(shown.view).toMatchObject({ step: 'result', scaStatus: 'finalised', returnUri: RETURN.ok });
  });

  it('may be replaced by a code; the answer to the earlier challenge no longer counts', async () => {
    const { session } = await untilDevice();
    const before = await challengeOf(authorisation);
    const { view } = await askDevice(session, 'sms');
    expect(view).toMatchObject({ step: 'transactionAuthorisation', scaStatus: 'scaMethodSelected' });
    const late = { challengeId: before, contentHash: authorisation.contentHash, verdict: 'approved' } as const;
    expect(await services.bus.ask(reportChallenge, late)).toEqual({ scaStatus: 'scaMethodSelected' });
    expect(await newestCode(services.bus)).toMatch(/^\d{6}$/);
  });

  it('may be prompted again; only the answer to the newest challenge counts', async () => {
    const { session } = await untilDevice();
    const first = await challengeOf(authorisation);
    await askDevice(session);
    const late = { challengeId: first, contentHash: authorisation.contentHash, verdict: 'approved' } as const;
    expect(await services.bus.ask(reportChallenge, late)).toEqual({ scaStatus: 'started' });
    const newest = { ...late, challengeId: await challengeOf(authorisation) };
    expect(await services.bus.ask(reportChallenge, newest)).toEqual({ scaStatus: 'finalised' });
  });

  it('that does not answer in time leads back to the choice, and is prompted again', async () => {
    const { session } = await untilDevice();
    services.clock.forward({ minutes: 6 });
    // Waiting is not activity: the session is over, and the PSU returns through the link.
    expect(await situationOf(services.bus.ask(readSession, { session }))).toBe('scaSessionOver');
    const back = await signIn();
    expect(back.view.step).toBe('methodSelection');
    expect(await answer(authorisation, true)).toEqual({ answered: false });
    expect((await askDevice(back.session ?? '')).view.step).toBe('deviceApproval');
    await answer(authorisation, true);
    expect((await authorisation.status()).scaStatus).toBe('finalised');
  });
});

it('a device does not accept a typed code', async () => {
  const before = (await services.bus.ask(readInbox, { psuId: 'psu-private' })).messages.length;
  await decoupled();
  const { messages }: ReplyOf<typeof readInbox> = await services.bus.ask(readInbox, { psuId: 'psu-private' });
  expect(messages.length).toBe(before);
});
