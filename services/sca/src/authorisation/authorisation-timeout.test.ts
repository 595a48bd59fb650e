import type { ServiceName } from '@xs2a/contracts';
import {
  authoriseTransaction,
  declineAuthorisation,
  openRedirect,
  readSession,
  readWayBack,
  startConsentAuthorisation,
  startPaymentAuthorisation,
} from '@xs2a/contracts';
import { findById } from '@xs2a/service-kit';
import { forAllTests } from '@xs2a/test-kit';
import {
  approveOnBus,
  askForConsent,
  askForPayment,
  creation,
  newestCode,
  situationOf,
  TPP,
  untilCode,
} from '@xs2a/test-system/ask-as-gateway';
import { RETURN } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { startServices } from '@xs2a/test-system/start/start-services';
import { TppAuthorisation } from '@xs2a/test-system/tpp/authorise-as-tpp';
import { describe, expect, it } from 'vitest';
import { AUTHORISATIONS } from '../model/authorisation.ts';
import { endAuthorisation } from './end-authorisation.ts';

type Created = Awaited<ReturnType<typeof askForPayment>>;
const ADDRESS = { paymentService: 'payments', paymentProduct: 'sepa-credit-transfers' } as const;
const WISHES = { redirectUri: RETURN.ok, nokRedirectUri: RETURN.nok };
const EXPLICIT = { wishes: { ...WISHES, explicitAuthorisationPreferred: true } };

const services = forAllTests(() => startServices('bank', 'sca', 'payments', 'consent'));

const run = (service: ServiceName, job: string) => services.running[service].kit.jobs.runNow(job);
const wayBack = (redirectReference = '') => services.bus.ask(readWayBack, { redirectReference });

async function lastMove(authorisationId: string) {
  const stored = await services
    .database('sca')
    .collection('authorisations')
    .findOne({ _id: authorisationId as never });
  const moves = stored?.['history'] as object[];
  return moves.at(-1);
}

describe('a PSU on a page when the authorisation times out (decisions 15 and 17)', () => {
  it.each([
    [
      'payments',
      async () => {
        const { paymentId } = await askForPayment(services.bus, {}, EXPLICIT);
        return () => services.bus.ask(startPaymentAuthorisation, { ...creation(EXPLICIT), ...ADDRESS, paymentId });
      },
    ],
    [
      'consent',
      async () => {
        const { consentId } = await askForConsent(services.bus, {}, EXPLICIT);
        return () => services.bus.ask(startConsentAuthorisation, { ...creation(EXPLICIT), consentId });
      },
    ],
  ] as const)('approves nothing that %s has rejected, and learns why', async (owner, create) => {
    const start = await create();
    services.clock.forward({ hours: 23, minutes: 57 });
    const session = await untilCode(services.bus, { authorisation: await start() });
    services.clock.forward({ minutes: 4 });
    await run(owner, 'rejectUnauthorised');
    const { view } = await services.bus.ask(readSession, { session });
    expect(view).toMatchObject({
      step: 'result',
      scaStatus: 'failed',
      problem: 'endedMeanwhile',
      returnUri: RETURN.nok,
    });
  });
});

describe('an authorisation left open', () => {
  it.each([
    ['that a PSU touched', 'sca', 'expireAuthorisations', (created: Created) => untilCode(services.bus, created)],
    ['that nobody touched', 'payments', 'rejectUnauthorised', () => undefined],
  ] as const)('%s fails after its time, and the payment is rejected with it', async (_, owner, job, touch) => {
    const created = await askForPayment(services.bus);
    const { paymentId } = created;
    await touch(created);
    services.clock.forward({ hours: 25 });
    await run(owner, job);
    const payments = services.database('payments').collection<{ _id: string; transactionStatus: string }>('payments');
    await eventually(
      () => payments.findOne({ _id: paymentId }),
      (stored) => stored?.transactionStatus === 'RJCT',
    );
  });

  it('loses first its code, then its session, then its link', async () => {
    const payment = await askForPayment(services.bus);
    const session = await untilCode(services.bus, payment);
    const code = await newestCode(services.bus);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    const enter = (token: string, scaAuthenticationData: string) =>
      services.bus.ask(authoriseTransaction, { session: token, scaAuthenticationData });
    services.clock.forward({ minutes: 4 });
    const renewed = await enter(session, wrong);
    services.clock.forward({ minutes: 2 });
    const expired = await enter(renewed.session ?? '', code);
    expect(expired.view.problem).toBe('codeExpired');
    services.clock.forward({ minutes: 6 });
    expect(await situationOf(services.bus.ask(readSession, { session: expired.session ?? '' }))).toBe('scaSessionOver');
    const redirectReference = payment.authorisation?.redirectReference ?? '';
    expect(await situationOf(services.bus.ask(openRedirect, { redirectReference }))).toBe('redirectLinkExpired');
  });
});

describe('after its time-out, whether or not the job has run', () => {
  it('an authorisation accepts no code from its TPP', async () => {
    const authorisation = new TppAuthorisation(services.bus);
    await authorisation.start();
    services.clock.forward({ hours: 23, minutes: 58 });
    await authorisation.password('psu-private');
    await authorisation.select('sms');
    const code = await newestCode(services.bus);
    services.clock.forward({ minutes: 4 });
    expect(await situationOf(authorisation.code(code))).toBe('authorisationFailed');
    expect(await authorisation.status()).toMatchObject({
      scaStatus: 'failed',
      psuMessage: expect.stringContaining('na vrijeme'),
    });
  });

  it('a page accepts no code, and says why; a link opened late has expired', async () => {
    const authorisation = new TppAuthorisation(services.bus, { scaApproach: 'REDIRECT' });
    const { redirectReference = '' } = await authorisation.start();
    const authorisations = services.database('sca').collection<{ _id: string; linkUntil: Date }>('authorisations');
    services.clock.forward({ hours: 23, minutes: 57 });
    // The authorisation server has redirected the PSU.
    const linkUntil = new Date(services.clock.now().getTime() + 10 * 60_000);
    await authorisations.updateOne({ _id: authorisation.id }, { $set: { linkUntil } });
    const session = await untilCode(services.bus, { authorisation: { redirectReference } });
    const scaAuthenticationData = await newestCode(services.bus);
    services.clock.forward({ minutes: 4 });
    expect(await situationOf(services.bus.ask(openRedirect, { redirectReference }))).toBe('redirectLinkExpired');
    const { view } = await services.bus.ask(authoriseTransaction, { session, scaAuthenticationData });
    expect(view).toMatchObject({ step: 'result', scaStatus: 'failed', problem: 'endedMeanwhile' });
    expect(await lastMove(authorisation.id)).toMatchObject({ to: 'failed', by: 'sca' });
  });

  it('nothing succeeds if the time ran out while the step was taken', async () => {
    const authorisation = new TppAuthorisation(services.bus);
    await authorisation.start();
    await authorisation.password('psu-private');
    const { collection, outbox, now } = services.running.sca.kit;
    const authorisations = collection(AUTHORISATIONS);
    const found = await findById(authorisations, authorisation.id);
    services.clock.forward({ hours: 25 });
    const ended = found && (await endAuthorisation({ authorisations, outbox, now }, found, 'exempted'));
    expect([found?.scaStatus, ended]).toEqual(['psuAuthenticated', null]);
  });
});

describe('the history names who ended an authorisation', () => {
  it('the PSU if it declined, identified or not; the service if it timed out', async () => {
    const atOnce = (await askForPayment(services.bus)).authorisation;
    const redirectReference = atOnce?.redirectReference ?? '';
    await services.bus.ask(declineAuthorisation, { redirectReference });
    expect(await lastMove(atOnce?.authorisationId ?? '')).toMatchObject({ to: 'failed', by: 'psu' });
    const { authorisation } = await askForPayment(services.bus);
    await untilCode(services.bus, { authorisation });
    services.clock.forward({ hours: 24 });
    await run('sca', 'expireAuthorisations');
    const ended = await lastMove(authorisation?.authorisationId ?? '');
    expect(ended).toMatchObject({ to: 'failed', by: 'sca' });
    expect(ended).not.toHaveProperty('psuId');
  });
});

describe('the return to the TPP from a link (decision 22)', () => {
  it('leads to TPP-Nok-Redirect-URI once the link has expired, also after the authorisation has timed out', async () => {
    const reference = (await askForPayment(services.bus)).authorisation?.redirectReference;
    expect(await situationOf(wayBack(reference))).toBe('redirectLinkUnknown');
    services.clock.forward({ minutes: 11 });
    const back = { tppName: TPP.name, returnUri: RETURN.nok };
    expect(await wayBack(reference)).toEqual(back);
    services.clock.forward({ hours: 24 });
    await run('sca', 'expireAuthorisations');
    expect(await wayBack(reference)).toEqual(back);
  });

  it('does not exist for a link that was used or declined, nor for an unknown one', async () => {
    const [used, declined] = [await askForPayment(services.bus), await askForPayment(services.bus)];
    await approveOnBus(services.bus, used);
    const redirectReference = declined.authorisation?.redirectReference ?? '';
    await services.bus.ask(declineAuthorisation, { redirectReference });
    services.clock.forward({ minutes: 11 });
    const references = [used.authorisation?.redirectReference, redirectReference, 'unknown'];
    expect(await Promise.all(references.map((reference) => situationOf(wayBack(reference))))).toEqual(
      Array(3).fill('redirectLinkUnknown'),
    );
  });
});
