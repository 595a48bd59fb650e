import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPaymentStatus } from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import { approveOnBus, askForPayment, TPP } from '../system/ask-as-gateway.ts';
import { eventually } from '../system/eventually.ts';
import { IBAN } from '../system/orders.ts';
import { type Rooms, runRoomsWith } from '../system/run-rooms.ts';

/** A profile that differs from the default by these knobs. */
function profile(knobs: string): { PROFILE: string } {
  const file = join(mkdtempSync(join(tmpdir(), 'profile-')), 'profile.yaml');
  writeFileSync(file, `preset: hr-full\n${knobs}\n`);
  return { PROFILE: file };
}

const TOO_MUCH = { debtorAccount: { iban: IBAN.empty }, instructedAmount: { currency: 'EUR', amount: '5000.00' } };

async function paid(rooms: Rooms, body: object, psuId = 'psu-private'): Promise<string> {
  const created = await askForPayment(rooms.bus, body);
  await approveOnBus(rooms.bus, created, psuId);
  return created.paymentId;
}

const statusOf = (rooms: Rooms, paymentId: string) =>
  rooms.bus.ask(readPaymentStatus, {
    tpp: { ...TPP, roles: [...TPP.roles] },
    paymentService: 'payments',
    paymentProduct: 'sepa-credit-transfers',
    paymentId,
  });

async function wayOf(rooms: Rooms, paymentId: string): Promise<string[]> {
  await eventually(
    () => statusOf(rooms, paymentId),
    ({ transactionStatus }) => transactionStatus === 'ACSC',
  );
  const payments = rooms.database('payments').collection<{ _id: string; history: { to: string }[] }>('payments');
  return (await payments.findOne({ _id: paymentId }))?.history.map(({ to }) => to) ?? [];
}

describe('the way of a payment by the style of the bank (field guide 1.2)', () => {
  it.each([
    ['technical', ['RCVD', 'ACTC', 'ACSP', 'ACSC']],
    ['profile', ['RCVD', 'ACTC', 'ACCP', 'ACSP', 'ACSC']],
    ['funds', ['RCVD', 'ACTC', 'ACCP', 'ACFC', 'ACSP', 'ACSC']],
  ])('%s', async (style, way) => {
    await using rooms = await runRoomsWith(profile(`transactionStatusStyle: ${style}`), 'bank', 'sca', 'payments');
    expect(await wayOf(rooms, await paid(rooms, {}))).toEqual(way);
    const waiting = await paid(rooms, TOO_MUCH, 'psu-empty');
    const transactionStatus = style === 'technical' ? 'ACTC' : 'ACCP';
    expect(await statusOf(rooms, waiting)).toMatchObject({ transactionStatus, fundsAvailable: false });
  });
});

describe('a payment without funds whose TPP says nothing', () => {
  it('is rejected at once where the bank lets none wait', async () => {
    await using rooms = await runRoomsWith(profile('withoutFunds: reject'), 'bank', 'sca', 'payments');
    const rejected = await paid(rooms, TOO_MUCH, 'psu-empty');
    expect(await statusOf(rooms, rejected)).toMatchObject({ transactionStatus: 'RJCT' });
  });

  it('goes to the bank where funds are not looked at before, and the bank says why not', async () => {
    await using rooms = await runRoomsWith(profile('fundsCheck: false'), 'bank', 'sca', 'payments');
    const handedOver = await paid(rooms, TOO_MUCH, 'psu-empty');
    await eventually(
      () => statusOf(rooms, handedOver),
      ({ transactionStatus, tppMessages }) =>
        transactionStatus === 'RJCT' && tppMessages?.[0]?.code === 'FUNDS_NOT_AVAILABLE',
    );
  });
});

describe('a smaller edition', () => {
  it('hr-basic knows no TARGET payment', async () => {
    await using rooms = await runRoomsWith({ PROFILE: 'hr-basic' }, 'payments', 'sca');
    await expect(askForPayment(rooms.bus, {}, {}, 'target-2-payments')).rejects.toMatchObject({
      situation: 'productUnknown',
    });
  });
});
