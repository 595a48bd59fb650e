import {
  answerDevice,
  authoriseTransaction,
  cancelPayment,
  declineAuthorisation,
  type ReplyOf,
  readPaymentStatus,
  type ScaApproach,
  type ScaContent,
  type ScaParent,
  startCancellationAuthorisation,
  startPaymentAuthorisation,
} from '@xs2a/contracts';
import { forAllTests } from '@xs2a/test-kit';
import {
  approveOnBus,
  askForPayment,
  creation,
  newestCode,
  refusalOf,
  situationOf,
  TPP,
  untilCode,
} from '@xs2a/test-system/ask-as-gateway';
import { IBAN } from '@xs2a/test-system/data/fixtures';
import { CONTENTS } from '@xs2a/test-system/data/sca-contents';
import { startServices } from '@xs2a/test-system/start/start-services';
import { TppAuthorisation, transferFrom } from '@xs2a/test-system/tpp/authorise-as-tpp';
import { beforeEach, describe, expect, it } from 'vitest';

const services = forAllTests(() => startServices('bank', 'sca', 'payments'));
beforeEach(async () => {
  await services.database('sca').collection('psuAttempts').deleteMany({});
});

const [ONE, TWO] = ['psu-corporate-1', 'psu-corporate-2'] as const;
const OF_COMPANY = transferFrom(IBAN.corporate);
const tpp = { ...TPP, roles: [...TPP.roles] };
const ADDRESS = { paymentService: 'payments', paymentProduct: 'sepa-credit-transfers' } as const;

interface Stored {
  _id: string;
  scaStatus: string;
  outbox: { operation: string }[];
}

const stored = async ({ id }: TppAuthorisation) =>
  services.database('sca').collection<Stored>('authorisations').findOne({ _id: id });

/** Starts two authorisations of one parent before any PSU approves. */
async function twoOf(content: ScaContent, scaApproach: ScaApproach, kind: ScaParent['kind'] = 'payment') {
  const parent = { kind, id: crypto.randomUUID() };
  const started = async () => {
    const authorisation = new TppAuthorisation(services.bus, { parent, content, scaApproach });
    return { authorisation, reply: await authorisation.start() };
  };
  return [await started(), await started()] as const;
}

async function untilSmsCode(authorisation: TppAuthorisation, psuId: string): Promise<string> {
  const { scaStatus } = await authorisation.password(psuId);
  if (scaStatus === 'psuAuthenticated') await authorisation.select('sms');
  return newestCode(services.bus, psuId);
}

describe('the second authorisation of a PSU for the same parent', () => {
  const { basket, cancellation, consent, fundsConsent, payment } = CONTENTS;
  const KINDS: [ScaParent['kind'], ScaContent][] = Object.entries({
    payment,
    consent,
    fundsConsent,
    cancellation,
    basket,
  }).map(([kind, content]) => [kind as ScaParent['kind'], content]);

  it.each(KINDS)('for a %s is refused with 409 at the code, and fails', async (kind, content) => {
    const [{ authorisation: first }, { authorisation: second }] = await twoOf(content, 'EMBEDDED', kind);
    const firstCode = await untilSmsCode(first, 'psu-private');
    const secondCode = await untilSmsCode(second, 'psu-private');
    expect(await first.code(firstCode)).toMatchObject({ scaStatus: 'finalised' });
    expect(await refusalOf(second.code(secondCode))).toMatchObject({ situation: 'signedAlready' });
    expect(await second.status()).toMatchObject({
      scaStatus: 'failed',
      psuMessage: expect.stringContaining('Već ste'),
    });
    // The PSU has not refused anything, so the owner of the parent is not informed.
    expect((await stored(second))?.outbox).toEqual([]);
  });

  it('fails if its right code comes second, even at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [{ authorisation: first }, { authorisation: second }] = await twoOf(OF_COMPANY, 'EMBEDDED');
      const codes = [await untilSmsCode(first, ONE), await untilSmsCode(second, ONE)];
      const ends = await Promise.allSettled([first.code(codes[0] ?? ''), second.code(codes[1] ?? '')]);
      expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      const statuses = [await first.status(), await second.status()].map(({ scaStatus }) => scaStatus);
      expect(statuses.toSorted()).toEqual(['failed', 'finalised']);
    }
  });

  it('is refused with the password, and stays open for another PSU', async () => {
    const [{ authorisation: first }, { authorisation: second }] = await twoOf(OF_COMPANY, 'EMBEDDED');
    await first.code(await untilSmsCode(first, ONE));
    expect(await situationOf(second.password(ONE))).toBe('signedAlready');
    expect(await second.code(await untilSmsCode(second, TWO))).toMatchObject({ scaStatus: 'finalised' });
  });

  it('is refused with the PSU-ID', async () => {
    const [{ authorisation: first }, { authorisation: second }] = await twoOf(OF_COMPANY, 'EMBEDDED');
    await first.code(await untilSmsCode(first, ONE));
    expect(await situationOf(second.identify(ONE))).toBe('signedAlready');
    const [{ authorisation: pushed }, { authorisation: again }] = await twoOf(OF_COMPANY, 'DECOUPLED');
    await pushed.identify(ONE);
    await services.bus.ask(answerDevice, { psuId: ONE, authorisationId: pushed.id, approve: true });
    expect(await situationOf(again.identify(ONE))).toBe('signedAlready');
  });

  it('fails when the device approves', async () => {
    const [{ authorisation: first }, { authorisation: second }] = await twoOf(OF_COMPANY, 'DECOUPLED');
    for (const each of [first, second]) expect(await each.identify(ONE)).toMatchObject({ scaStatus: 'started' });
    for (const { id } of [first, second])
      await services.bus.ask(answerDevice, { psuId: ONE, authorisationId: id, approve: true });
    expect((await first.status()).scaStatus).toBe('finalised');
    expect((await second.status()).scaStatus).toBe('failed');
  });

  it('fails on the page, which says why, and is refused where the PSU signs in', async () => {
    const [first, second] = await twoOf(OF_COMPANY, 'REDIRECT');
    const sessions = [];
    for (const { reply } of [first, second]) {
      const session = await untilCode(services.bus, { authorisation: reply }, ONE);
      sessions.push({ session, scaAuthenticationData: await newestCode(services.bus, ONE) });
    }
    const views = [];
    for (const answer of sessions) views.push((await services.bus.ask(authoriseTransaction, answer)).view);
    expect(views[0]).toMatchObject({ step: 'result', scaStatus: 'finalised' });
    expect(views[1]).toMatchObject({ step: 'result', scaStatus: 'failed', problem: 'signedAlready' });
  });

  it('fails where the bank exempts the PSU', async () => {
    const own = transferFrom('HR5899900051500000010', 'HR1099900051600000017');
    const [{ authorisation: first }, { authorisation: second }] = await twoOf(own, 'EMBEDDED');
    const ends = await Promise.allSettled([first.password('psu-exempt'), second.password('psu-exempt')]);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const statuses = [await first.status(), await second.status()].map(({ scaStatus }) => scaStatus);
    expect(statuses.filter((status) => status === 'exempted')).toHaveLength(1);
  });
});

describe('a payment of a company', () => {
  const statusOf = async (paymentId: string) =>
    (await services.bus.ask(readPaymentStatus, { tpp, ...ADDRESS, paymentId })).transactionStatus;
  const created = async () =>
    (await askForPayment(services.bus, { debtorAccount: { iban: IBAN.corporate } })).paymentId;
  type Started = ReplyOf<typeof startPaymentAuthorisation>;
  const start = (paymentId: string): Promise<Started> =>
    services.bus.ask(startPaymentAuthorisation, { ...creation(), ...ADDRESS, paymentId });

  it('is partly authorised by any number of approvals of one signer, and authorised by the other signer', async () => {
    const paymentId = await created();
    const [first, second, third] = [await start(paymentId), await start(paymentId), await start(paymentId)];
    const sessions = [];
    for (const authorisation of [first, second]) {
      const session = await untilCode(services.bus, { authorisation }, ONE);
      sessions.push({ session, scaAuthenticationData: await newestCode(services.bus, ONE) });
    }
    const replies = await Promise.all(sessions.map((answer) => services.bus.ask(authoriseTransaction, answer)));
    expect(replies.map(({ view }) => view.scaStatus).toSorted()).toEqual(['failed', 'finalised']);
    expect(await statusOf(paymentId)).toBe('PATC');
    await approveOnBus(services.bus, { authorisation: third }, TWO);
    expect(['ACCP', 'ACSC']).toContain(await statusOf(paymentId));
  });

  it('can be cancelled again by a signer whose earlier approval of the cancellation another signer voided', async () => {
    const later = { requestedExecutionDate: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10) };
    const { paymentId } = await askForPayment(services.bus, { debtorAccount: { iban: IBAN.corporate }, ...later });
    for (const psuId of [ONE, TWO]) await approveOnBus(services.bus, { authorisation: await start(paymentId) }, psuId);
    await services.bus.ask(cancelPayment, { ...creation(), ...ADDRESS, paymentId });
    const cancellation = () =>
      services.bus.ask(startCancellationAuthorisation, { ...creation(), ...ADDRESS, paymentId });
    await approveOnBus(services.bus, { authorisation: await cancellation() }, ONE);
    expect(
      await situationOf(
        services.bus.ask(startCancellationAuthorisation, {
          ...creation({ psu: { psuId: ONE } }),
          ...ADDRESS,
          paymentId,
        }),
      ),
    ).toBe('signedAlready');
    const { redirectReference = '' } = await cancellation();
    await services.bus.ask(declineAuthorisation, { redirectReference });
    for (const psuId of [ONE, TWO]) await approveOnBus(services.bus, { authorisation: await cancellation() }, psuId);
    expect(await statusOf(paymentId)).toBe('CANC');
  });
});
