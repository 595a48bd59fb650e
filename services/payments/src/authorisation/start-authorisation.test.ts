import {
  abandonAuthorisations,
  answerDevice,
  declineAuthorisation,
  identifyPsu,
  listPaymentAuthorisations,
  readDevice,
  reportChallenge,
  selectMethod,
  sendChallenge,
  startPaymentAuthorisation,
  withdrawChallenge,
} from '@xs2a/contracts';
import { forAllTests, standIn } from '@xs2a/test-kit';
import { askForPayment, creation, situationOf, untilCode } from '@xs2a/test-system/ask-as-gateway';
import { IBAN } from '@xs2a/test-system/data/fixtures';
import { TRANSFER } from '@xs2a/test-system/data/sca-contents';
import { startServices } from '@xs2a/test-system/start/start-services';
import { TppAuthorisation, transferFrom } from '@xs2a/test-system/tpp/authorise-as-tpp';
import { beforeAll, describe, expect, it } from 'vitest';

const services = forAllTests(() => startServices('bank', 'sca', 'payments'));

const REDIRECTING = { redirectUri: 'https://tpp.example/ok' };
const EMBEDDED = { redirectPreferred: false, explicitAuthorisationPreferred: true };
const PSU = { psuId: 'psu-private' };
const DECOUPLED = { scaApproach: 'DECOUPLED' } as const;

async function prompts(): Promise<string[]> {
  return (await services.bus.ask(readDevice, PSU)).prompts.map(({ authorisationId }) => authorisationId);
}

describe('a start is stored, whatever happens to its input (decision 20)', () => {
  it.each([
    ['EMBEDDED', { redirectPreferred: false }, { kind: 'transactionAuthorisation', scaAuthenticationData: '123456' }],
    ['EMBEDDED', { redirectPreferred: false }, { kind: 'methodSelection', authenticationMethodId: 'sms' }],
    ['REDIRECT', { redirectPreferred: true }, { kind: 'authentication', password: 'psu-private-pass' }],
    ['REDIRECT', {}, { kind: 'encryptedAuthentication', encryptedPassword: 'a.b.c.d.e' }],
    [
      'DECOUPLED',
      { redirectPreferred: false, decoupledPreferred: true },
      { kind: 'confirmation', confirmationCode: '1' },
    ],
  ] as const)(
    '%s: data that no start takes start nothing, and the error leads to another start: %j',
    async (approach, wishes, input) => {
      const created = creation({ wishes: { ...REDIRECTING, ...wishes, explicitAuthorisationPreferred: true } });
      const { paymentId } = await askForPayment(services.bus, {}, created);
      const { tpp, ...request } = creation({ wishes: {} });
      const payment = { tpp, paymentService: 'payments', paymentProduct: 'sepa-credit-transfers', paymentId } as const;
      const start = (more: object) => services.bus.ask(startPaymentAuthorisation, { ...payment, ...request, ...more });
      const refusal: unknown = await start({ input }).catch((error: unknown) => error);
      expect(refusal).toMatchObject({ situation: 'statusInvalid', remedy: 'startAuthorisation' });
      const list = async () => (await services.bus.ask(listPaymentAuthorisations, payment)).authorisationIds;
      expect(await list()).toEqual([]);
      expect(await start({ input }).catch((error: unknown) => error)).toEqual(refusal);
      const started = await start({ requestId: crypto.randomUUID() });
      expect(started.scaApproach).toBe(approach);
      expect(await list()).toEqual([started.authorisationId]);
    },
  );

  it('a start that never reached sca is not listed; the same request completes it under the same id', async () => {
    const { paymentId } = await askForPayment(services.bus, {}, { wishes: EMBEDDED });
    const { tpp, ...request } = creation({ wishes: {} });
    const payment = { tpp, paymentService: 'payments', paymentProduct: 'sepa-credit-transfers', paymentId } as const;
    const list = async () => (await services.bus.ask(listPaymentAuthorisations, payment)).authorisationIds;
    const other = await services.bus.ask(startPaymentAuthorisation, { ...payment, ...creation({ wishes: {} }) });
    await services.running.sca.stop();
    const start = () => services.bus.ask(startPaymentAuthorisation, { ...payment, ...request });
    expect(await situationOf(start())).toBe('serviceUnavailable');
    await services.restart('sca');
    expect(await list()).toEqual([other.authorisationId]);
    const { authorisationId } = await start();
    expect(await list()).toEqual([other.authorisationId, authorisationId]);
    expect((await start()).authorisationId).toBe(authorisationId);
  });

  it.each([
    ['REDIRECT', 'scaStatus'],
    ['DECOUPLED', 'updatePsuIdentification'],
  ] as const)('%s: the next step is %s', async (scaApproach, remedy) => {
    const authorisation = new TppAuthorisation(services.bus, { scaApproach });
    const unfit = authorisation.start({ input: { kind: 'transactionAuthorisation', scaAuthenticationData: '1' } });
    await expect(unfit).rejects.toMatchObject({ situation: 'statusInvalid', remedy });
    expect((await authorisation.status()).scaStatus).toBe('received');
  });

  it('an interrupted start is resumed by the same request after two seconds', async () => {
    const authorisation = new TppAuthorisation(services.bus, { content: transferFrom(IBAN.multi) });
    const first = {
      psu: { psuId: 'psu-multi' },
      input: { kind: 'authentication', password: 'psu-multi-pass' },
    } as const;
    // State after a kill: the authorisation is stored, its input is not processed.
    await authorisation.start();
    expect(await situationOf(authorisation.start(first))).toBe('requestInFlight');
    services.clock.forward({ seconds: 2 });
    const [one, other] = await Promise.allSettled([authorisation.start(first), authorisation.start(first)]);
    const started = [one, other].find(({ status }) => status === 'fulfilled');
    expect(started).toMatchObject({ value: { authorisationId: authorisation.id, scaStatus: 'scaMethodSelected' } });
    expect(await authorisation.start(first)).toMatchObject({ scaStatus: 'scaMethodSelected' });
  });

  it('a start during an outage of the bank is refused only temporarily', async () => {
    await services.running.bank.stop();
    const authorisation = new TppAuthorisation(services.bus, { ...DECOUPLED });
    expect(await situationOf(authorisation.start({ psu: PSU }))).toBe('serviceUnavailable');
    await services.restart('bank');
    expect(await authorisation.start({ psu: PSU })).toMatchObject({ scaStatus: 'started' });
  });
});

describe('a challenge on a device is withdrawn with its authorisation (bank.withdrawChallenge)', () => {
  it('when its parent ends, and no other challenge is', async () => {
    const parents = [crypto.randomUUID(), crypto.randomUUID()].map((id) => ({ kind: 'payment', id }) as const);
    const [ended, open] = parents.map((parent) => new TppAuthorisation(services.bus, { ...DECOUPLED, parent }));
    for (const authorisation of [ended, open]) await authorisation?.start({ psu: PSU });
    expect(await prompts()).toEqual(expect.arrayContaining([ended?.id, open?.id]));
    const [parent] = parents;
    if (parent !== undefined) await services.bus.ask(abandonAuthorisations, { parent });
    expect(await prompts()).not.toContain(ended?.id);
    expect(await prompts()).toContain(open?.id);
    const late = { ...PSU, authorisationId: ended?.id ?? '', approve: true };
    expect(await services.bus.ask(answerDevice, late)).toEqual({ answered: false });
  });

  it('when the PSU declines on the page', async () => {
    const authorisation = new TppAuthorisation(services.bus, { scaApproach: 'REDIRECT' });
    const session = await untilCode(services.bus, { authorisation: await authorisation.start() });
    const asked = await services.bus.ask(selectMethod, { session, authenticationMethodId: 'push' });
    expect(await prompts()).toContain(authorisation.id);
    await services.bus.ask(declineAuthorisation, { session: asked.session ?? '' });
    expect(await prompts()).not.toContain(authorisation.id);
  });

  it('also if the bank is unavailable at that moment: the message is repeated', async () => {
    const parent = { kind: 'payment', id: crypto.randomUUID() } as const;
    const authorisation = new TppAuthorisation(services.bus, { ...DECOUPLED, parent });
    await authorisation.start({ psu: PSU });
    expect(await prompts()).toContain(authorisation.id);
    await services.running.bank.stop();
    expect(await services.bus.ask(abandonAuthorisations, { parent })).toEqual({ abandoned: 1 });
    await services.restart('bank');
    await expect.poll(prompts, { timeout: 10_000 }).not.toContain(authorisation.id);
  });

  it('but not once it is answered; withdrawing an unknown challenge is no error', async () => {
    const authorisation = new TppAuthorisation(services.bus, { ...DECOUPLED });
    await authorisation.start({ psu: PSU });
    await services.bus.ask(answerDevice, { ...PSU, authorisationId: authorisation.id, approve: true });
    const stored = services
      .database('bank')
      .collection<{ _id: string; authorisationId: string; status: string }>('devicePrompts');
    const prompt = await stored.findOne({ authorisationId: authorisation.id });
    const none = { withdrawn: false };
    expect(await services.bus.ask(withdrawChallenge, { challengeId: prompt?._id ?? '' })).toEqual(none);
    expect(await services.bus.ask(withdrawChallenge, { challengeId: crypto.randomUUID() })).toEqual(none);
    expect((await stored.findOne({ authorisationId: authorisation.id }))?.status).toBe('approved');
  });
});

// Last, because the bank stops.
describe('a device may answer before the bank has confirmed the challenge', () => {
  /** A bank that runs an action while it sends a challenge. */
  async function bankThat(atSending: (challengeId: string) => Promise<unknown>): Promise<AsyncDisposable> {
    const push = { authenticationMethodId: 'push', authenticationType: 'PUSH_OTP', name: 'Pixel' } as const;
    const account = { reference: TRANSFER.debtorAccount, currency: 'EUR', name: 'Account', signaturesNeeded: 1 };
    const known = { known: true as const, name: 'Ana', scaMethods: [push], accounts: [account] };
    const identifying = standIn(services.bus, identifyPsu, () => known);
    const sending = standIn(services.bus, sendChallenge, async ({ challengeId }) => {
      await atSending(challengeId);
      return {};
    });
    await services.bus.connection.flush();
    return {
      async [Symbol.asyncDispose]() {
        await Promise.all([identifying.drain(), sending.drain()]);
      },
    };
  }

  beforeAll(() => services.running.bank.stop());

  it('its answer is refused at first, and counts when it is repeated', async () => {
    const authorisation = new TppAuthorisation(services.bus, { ...DECOUPLED });
    const { contentHash } = authorisation;
    const report = (challengeId: string) =>
      services.bus.ask(reportChallenge, { challengeId, contentHash, verdict: 'approved' });
    let answered = '';
    let early: string | undefined;
    await using _bank = await bankThat(async (challengeId) => {
      answered = challengeId;
      early = await situationOf(report(challengeId));
    });
    expect(await authorisation.start({ psu: PSU })).toMatchObject({ scaStatus: 'started' });
    // The outbox repeats a message that is refused with this error.
    expect(early).toBe('requestInFlight');
    expect(await report(answered)).toEqual({ scaStatus: 'finalised' });
  });

  it('if the authorisation ends meanwhile, the challenge is withdrawn, and its answer has no effect', async () => {
    const parent = { kind: 'payment', id: crypto.randomUUID() } as const;
    const authorisation = new TppAuthorisation(services.bus, { ...DECOUPLED, parent });
    const withdrawn: string[] = [];
    standIn(services.bus, withdrawChallenge, ({ challengeId }) => {
      withdrawn.push(challengeId);
      return { withdrawn: true };
    });
    let asked = '';
    await using _bank = await bankThat(async (challengeId) => {
      asked = challengeId;
      await services.bus.ask(abandonAuthorisations, { parent });
    });
    await situationOf(authorisation.start({ psu: PSU }));
    expect(withdrawn).toContain(asked);
    const late = { challengeId: asked, contentHash: authorisation.contentHash, verdict: 'approved' } as const;
    expect(await services.bus.ask(reportChallenge, late)).toEqual({ scaStatus: 'failed' });
  });
});
