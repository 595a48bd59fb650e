import {
  abandonAuthorisations,
  answerDevice,
  declineAuthorisation,
  identifyPsu,
  listPaymentAuthorisations,
  readDevice,
  readScaStatus,
  reportChallenge,
  type ScaParent,
  selectMethod,
  sendChallenge,
  startPaymentAuthorisation,
  withdrawChallenge,
} from '@xs2a/contracts';
import { askForPayment, creation, situationOf, untilCode } from '@xs2a/test-system/ask-as-gateway';
import { TppAuthorisation, TRANSFER, transferFrom } from '@xs2a/test-system/authorise-as-tpp';
import { IBAN } from '@xs2a/test-system/fixtures';
import { startServices, type TestServices } from '@xs2a/test-system/start-services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let services: TestServices;
beforeAll(async () => {
  services = await startServices('bank', 'sca', 'payments');
});
afterAll(() => services[Symbol.asyncDispose]());

const EMBEDDED = { redirectPreferred: false, explicitAuthorisationPreferred: true };
const PSU = { psuId: 'psu-private' };
const DECOUPLED = { scaApproach: 'DECOUPLED' } as const;

async function prompts({ bus }: Pick<TestServices, 'bus'> = services): Promise<string[]> {
  return (await bus.ask(readDevice, PSU)).prompts.map(({ authorisationId }) => authorisationId);
}

describe('a start is there, whatever becomes of what came with it (decision 20)', () => {
  it('data that do not fit a new authorisation are refused, with the way on; what is listed answers', async () => {
    const { paymentId } = await askForPayment(services.bus, {}, { wishes: EMBEDDED });
    const { tpp, ...request } = creation({ wishes: {} });
    const payment = { tpp, paymentService: 'payments', paymentProduct: 'sepa-credit-transfers', paymentId } as const;
    const input = { kind: 'transactionAuthorisation', scaAuthenticationData: '123456' } as const;
    const start = () => services.bus.ask(startPaymentAuthorisation, { ...payment, ...request, input });
    const refusal: unknown = await start().catch((error: unknown) => error);
    const { authorisationIds } = await services.bus.ask(listPaymentAuthorisations, payment);
    expect(refusal).toMatchObject({
      situation: 'statusInvalid',
      remedy: 'updatePsuAuthentication',
      authorisationId: authorisationIds[0],
    });
    expect(await start().catch((error: unknown) => error)).toEqual(refusal);
    expect((await services.bus.ask(listPaymentAuthorisations, payment)).authorisationIds).toEqual(authorisationIds);
    const { paymentService, paymentProduct } = payment;
    const parent: ScaParent = { kind: 'payment', id: paymentId, paymentService, paymentProduct };
    const listed = { tpp, parent, authorisationId: authorisationIds[0] ?? '' };
    expect((await services.bus.ask(readScaStatus, listed)).scaStatus).toBe('received');
  });

  it('what was cut off before sca heard of it is not listed; the same request makes it, under the same id', async () => {
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
  ] as const)('%s: the way on is %s', async (scaApproach, remedy) => {
    const authorisation = new TppAuthorisation(services.bus, { scaApproach });
    const unfit = authorisation.start({ input: { kind: 'transactionAuthorisation', scaAuthenticationData: '1' } });
    await expect(unfit).rejects.toMatchObject({ situation: 'statusInvalid', remedy });
    expect((await authorisation.status()).scaStatus).toBe('received');
  });

  it('a start that was cut off is taken up by the same request, once the first can be working on it no more', async () => {
    await using home = await startServices('bank', 'sca');
    const authorisation = new TppAuthorisation(home.bus, { content: transferFrom(IBAN.multi) });
    const first = {
      psu: { psuId: 'psu-multi' },
      input: { kind: 'authentication', password: 'psu-multi-pass' },
    } as const;
    // What a killed service leaves: stored, and nothing that came with it taken.
    await authorisation.start();
    expect(await situationOf(authorisation.start(first))).toBe('requestInFlight');
    home.clock.forward({ minutes: 1 });
    const [one, other] = await Promise.allSettled([authorisation.start(first), authorisation.start(first)]);
    const started = [one, other].find(({ status }) => status === 'fulfilled');
    expect(started).toMatchObject({ value: { authorisationId: authorisation.id, scaStatus: 'scaMethodSelected' } });
    expect(await authorisation.start(first)).toMatchObject({ scaStatus: 'scaMethodSelected' });
  });

  it('a service that was away is not a start that was refused', async () => {
    await using home = await startServices('bank', 'sca');
    await home.running.bank.stop();
    const authorisation = new TppAuthorisation(home.bus, { ...DECOUPLED });
    expect(await situationOf(authorisation.start({ psu: PSU }))).toBe('serviceUnavailable');
    await home.restart('bank');
    expect(await authorisation.start({ psu: PSU })).toMatchObject({ scaStatus: 'started' });
  });
});

describe('a device may be quicker than the one who asked the bank', () => {
  /** A bank that does something while it is asked to send. */
  async function bankThat(home: TestServices, atSending: (challengeId: string) => Promise<unknown>): Promise<void> {
    const { connection } = home.bus;
    const push = { authenticationMethodId: 'push', authenticationType: 'PUSH_OTP', name: 'Pixel' };
    const account = { reference: TRANSFER.debtorAccount, currency: 'EUR', name: 'Account', signaturesNeeded: 1 };
    const known = { known: true, name: 'Ana', scaMethods: [push], accounts: [account] };
    connection.subscribe(identifyPsu.subject, {
      callback: (_, message) => void message.respond(JSON.stringify(known)),
    });
    connection.subscribe(sendChallenge.subject, {
      callback: (_, message) => {
        const { challengeId } = sendChallenge.request.parse(message.json());
        void atSending(challengeId).then(() => message.respond('{}'));
      },
    });
    await connection.flush();
  }

  it('its answer is refused for the moment, told again it counts', async () => {
    await using home = await startServices('sca');
    const authorisation = new TppAuthorisation(home.bus, { ...DECOUPLED });
    const { contentHash } = authorisation;
    const report = (challengeId: string) =>
      home.bus.ask(reportChallenge, { challengeId, contentHash, verdict: 'approved' });
    let answered = '';
    let early: string | undefined;
    await bankThat(home, async (challengeId) => {
      answered = challengeId;
      early = await situationOf(report(challengeId));
    });
    expect(await authorisation.start({ psu: PSU })).toMatchObject({ scaStatus: 'started' });
    // A refusal of which the outbox knows that it passes.
    expect(early).toBe('requestInFlight');
    expect(await report(answered)).toEqual({ scaStatus: 'finalised' });
  });

  it('ended while the bank was asked: the question is withdrawn, and its answer counts for nothing', async () => {
    await using home = await startServices('sca');
    const parent = { kind: 'payment', id: crypto.randomUUID() } as const;
    const authorisation = new TppAuthorisation(home.bus, { ...DECOUPLED, parent });
    const withdrawn: string[] = [];
    home.bus.connection.subscribe(withdrawChallenge.subject, {
      callback: (_, message) => {
        withdrawn.push(withdrawChallenge.request.parse(message.json()).challengeId);
        message.respond('{"withdrawn":true}');
      },
    });
    let asked = '';
    await bankThat(home, async (challengeId) => {
      asked = challengeId;
      await home.bus.ask(abandonAuthorisations, { parent });
    });
    await situationOf(authorisation.start({ psu: PSU }));
    expect(withdrawn).toContain(asked);
    const late = { challengeId: asked, contentHash: authorisation.contentHash, verdict: 'approved' } as const;
    expect(await home.bus.ask(reportChallenge, late)).toEqual({ scaStatus: 'failed' });
  });
});

describe('what waits on a device goes with its authorisation (bank.withdrawChallenge)', () => {
  it('when the parent ends, and no other question does', async () => {
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

  it('also when the bank was away at that moment: told again until it has heard', async () => {
    await using home = await startServices('bank', 'sca');
    const parent = { kind: 'payment', id: crypto.randomUUID() } as const;
    const authorisation = new TppAuthorisation(home.bus, { ...DECOUPLED, parent });
    await authorisation.start({ psu: PSU });
    await home.running.bank.stop();
    expect(await home.bus.ask(abandonAuthorisations, { parent })).toEqual({ abandoned: 1 });
    await home.restart('bank');
    await expect.poll(() => prompts(home), { timeout: 10_000 }).toEqual([]);
  });

  it('an answer given stays, and what was never asked is no error', async () => {
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
