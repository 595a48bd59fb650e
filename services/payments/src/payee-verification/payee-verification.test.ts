import { authenticatePsu, openRedirect, readPayeeVerification, type ScaView } from '@xs2a/contracts';
import { forAllTests, hrefOf, pain001, type TppAnswer } from '@xs2a/test-kit';
import { IBAN, PAYEE, paymentOrder, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { EXPLICIT, startPaymentServices } from '@xs2a/test-system/start/payment-services';
import { describe, expect, it } from 'vitest';
import { createContext } from '../context.ts';
import type { Payment } from '../model/payment.ts';
import { verifyPayee } from './verify-payee.ts';

const system = forAllTests(() => startPaymentServices());
const ask: typeof system.services.bus.ask = (...asked) => system.services.bus.ask(...asked);
const payments = () => system.services.database('payments').collection<Payment>('payments');

const idOf = ({ body }: TppAnswer): string => String(body['paymentId']);
const referenceIn = (answer: TppAnswer): string => hrefOf(answer, 'scaRedirect').split('/').at(-1) ?? '';
const storedOf = async (created: TppAnswer) => (await payments().findOne({ _id: idOf(created) })) as Payment;
const statusOf = async (created: TppAnswer) => (await system.tpp.follow(created, 'status')).body['transactionStatus'];
const payTo = (iban: string, body: object = {}, headers: Record<string, string> = REDIRECT_HEADERS) =>
  system.pay({ creditorAccount: { iban }, ...body }, headers);

async function signIn(created: TppAnswer, psuId = 'psu-private'): Promise<ScaView> {
  const request = { redirectReference: referenceIn(created), psuId, password: `${psuId}-pass` };
  return (await ask(authenticatePsu, request)).view;
}

const shownIn = ({ content }: Pick<ScaView, 'content'>) =>
  'payeeVerification' in content ? content.payeeVerification : undefined;

describe('the verification of a payee', () => {
  it.each([
    [IBAN.creditor, { partyNameMatch: 'MTCH' }],
    [PAYEE.match, { partyNameMatch: 'MTCH' }],
    [PAYEE.closeMatch, { partyNameMatch: 'CMTC', matchedName: 'Marija Kovačević' }],
    [PAYEE.noMatch, { partyNameMatch: 'NMTC' }],
    [PAYEE.notPossible, { partyNameMatch: 'NOAP' }],
  ])(
    'of %s is shown to the PSU that has signed in, stored with the payment, and blocks nothing',
    async (iban, result) => {
      const created = await payTo(iban);
      const before = await ask(openRedirect, { redirectReference: referenceIn(created) });
      expect(shownIn(before.view)).toBeUndefined();
      expect(shownIn(await signIn(created))).toEqual(result);
      const { payeeChecks, payeeAskedAt, order } = await storedOf(created);
      expect(payeeChecks).toMatchObject([{ requestedName: 'Ana Anić', result }]);
      expect(payeeAskedAt).toBeUndefined();
      expect(order).not.toHaveProperty('payeeVerification');
      await system.approve(created);
      const { history } = await storedOf(created);
      const approval = history.find(({ by }) => by === 'psu');
      expect(approval?.reason).toBe(`verification of payee: ${result.partyNameMatch}`);
      await expect.poll(() => statusOf(created), { timeout: 10_000 }).toBe('ACSC');
    },
  );

  it('is counted by result, with the time to its answer', async () => {
    const { registry } = system.services.running.payments.kit.metrics;
    const countOf = async (result: string): Promise<number> => {
      const text = await registry.getSingleMetricAsString('xs2a_payee_verification_seconds');
      return Number(new RegExp(`_count{[^}]*result="${result}"[^}]*} (\\d+)`).exec(text)?.[1] ?? 0);
    };
    const before = await countOf('NMTC');
    await signIn(await payTo(PAYEE.noMatch));
    expect(await countOf('NMTC')).toBe(before + 1);
  });

  it('is waited for by the PSU, not by the TPP', async () => {
    const created = await payTo(PAYEE.late);
    expect((await storedOf(created)).payeeChecks?.[0]?.result).toBeUndefined();
    expect(shownIn(await signIn(created))).toEqual({ partyNameMatch: 'NMTC' });
  });

  it('was not possible after five seconds, and a later answer changes nothing', async () => {
    const created = await payTo(PAYEE.late);
    const asked = await storedOf(created);
    system.services.clock.forward({ seconds: 5 });
    expect(shownIn(await signIn(created))).toEqual({ partyNameMatch: 'NOAP' });
    await verifyPayee(createContext(system.services.running.payments.kit), asked);
    const { payeeChecks } = await storedOf(created);
    expect(payeeChecks).toMatchObject([{ result: { partyNameMatch: 'NOAP', unanswered: true } }]);
  });

  it('is repeated after a crash', async () => {
    const created = await payTo(PAYEE.closeMatch);
    await signIn(created);
    await payments().updateOne(
      { _id: idOf(created) },
      { $unset: { 'payeeChecks.0.result': '' }, $set: { payeeAskedAt: system.services.clock.now() } },
    );
    system.services.clock.forward({ seconds: 11 });
    await system.services.running.payments.kit.jobs.runNow('repeatChecks');
    const { payeeChecks } = await storedOf(created);
    expect(payeeChecks?.map(({ result }) => result?.partyNameMatch)).toEqual([undefined, 'CMTC']);
  });

  it('is repeated when a PSU begins to approve more than a day later', async () => {
    const created = await payTo(PAYEE.closeMatch);
    const paymentId = idOf(created);
    const read = () => ask(readPayeeVerification, { parent: { kind: 'payment', id: paymentId } });
    const first = await read();
    system.services.clock.forward({ hours: 23 });
    expect(await read()).toEqual(first);
    expect((await storedOf(created)).payeeChecks).toHaveLength(1);
    system.services.clock.forward({ hours: 2 });
    expect(await read()).toEqual(first);
    expect((await storedOf(created)).payeeChecks).toHaveLength(2);
  });

  it('is not seen by a TPP that does not ask for it', async () => {
    const answersTo = async (iban: string): Promise<unknown[]> => {
      const created = await payTo(iban);
      await signIn(created);
      const answers = [created, await system.tpp.follow(created, 'status'), await system.tpp.follow(created, 'self')];
      const own = [idOf(created), referenceIn(created), hrefOf(created, 'scaStatus').split('/').at(-1) ?? '', iban];
      return answers.map(({ text }) => own.reduce((sent, id) => sent.replaceAll(id, '…'), text));
    };
    expect(await answersTo(PAYEE.closeMatch)).toEqual(await answersTo(IBAN.creditor));
  });

  it('is part of a standing order, once when it is set up', async () => {
    const created = await system.standingOrder({ creditorAccount: { iban: PAYEE.noMatch } });
    expect(shownIn(await signIn(created))).toEqual({ partyNameMatch: 'NMTC' });
  });

  it('is part of a single payment in pain.001', async () => {
    const transfer = { amount: '12.50', creditorIban: PAYEE.closeMatch };
    const xml = pain001({
      blocks: [{ transfers: [transfer], day: system.services.clock.now().toISOString().slice(0, 10) }],
    });
    const headers = { ...REDIRECT_HEADERS, 'Content-Type': 'application/xml' };
    const created = await system.tpp.post('/v1/payments/pain.001-instant-sepa-credit-transfers', xml, { headers });
    expect(created.status, created.text).toBe(201);
    expect(shownIn(await signIn(created))).toEqual({ partyNameMatch: 'CMTC', matchedName: 'Marija Kovačević' });
  });

  it('is shown for each payment of a basket', async () => {
    const members = [await payTo(PAYEE.noMatch, {}, EXPLICIT), await payTo(PAYEE.match, {}, EXPLICIT)];
    const basket = await system.group(members.map(idOf));
    const started = await system.tpp.post(hrefOf(basket, 'startAuthorisation'), {}, { headers: REDIRECT_HEADERS });
    const { content } = await signIn(started);
    const results = content.kind === 'basket' ? content.members.map((member) => shownIn({ content: member })) : [];
    expect(results).toEqual([{ partyNameMatch: 'NMTC' }, { partyNameMatch: 'MTCH' }]);
    await system.approve(started);
    await expect.poll(() => statusOf(members[0] as TppAnswer), { timeout: 10_000 }).toBe('ACSC');
  });

  it.each([
    ['in a large-value system', '/v1/payments/target-2-payments', {}],
    [
      'in another currency',
      '/v1/payments/cross-border-credit-transfers',
      { instructedAmount: { currency: 'USD', amount: '5' } },
    ],
  ])('is left out %s', async (_, path, body) => {
    const order = paymentOrder({ creditorAccount: { iban: PAYEE.noMatch }, ...body });
    const created = await system.tpp.post(path, order, { headers: REDIRECT_HEADERS });
    expect(created.status, created.text).toBe(201);
    expect(await storedOf(created)).not.toHaveProperty('payeeChecks');
    expect(shownIn(await signIn(created))).toBeUndefined();
  });
});
