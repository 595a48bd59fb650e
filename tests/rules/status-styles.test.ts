import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPaymentStatus } from '@xs2a/contracts';
import { approveOnBus, askForPayment, TPP } from '@xs2a/test-system/ask-as-gateway';
import { eventually } from '@xs2a/test-system/eventually';
import { IBAN } from '@xs2a/test-system/fixtures';
import { startServicesWith, type TestServices } from '@xs2a/test-system/start-services';
import { describe, expect, it } from 'vitest';

/** A profile that differs from the default by these knobs. */
function profile(knobs: string): { PROFILE: string } {
  const file = join(mkdtempSync(join(tmpdir(), 'profile-')), 'profile.yaml');
  writeFileSync(file, `preset: hr-full\n${knobs}\n`);
  return { PROFILE: file };
}

const TOO_MUCH = { debtorAccount: { iban: IBAN.empty }, instructedAmount: { currency: 'EUR', amount: '5000.00' } };

async function paid(services: TestServices, body: object, psuId = 'psu-private'): Promise<string> {
  const created = await askForPayment(services.bus, body);
  await approveOnBus(services.bus, created, psuId);
  return created.paymentId;
}

const statusOf = (services: TestServices, paymentId: string) =>
  services.bus.ask(readPaymentStatus, {
    tpp: { ...TPP, roles: [...TPP.roles] },
    paymentService: 'payments',
    paymentProduct: 'sepa-credit-transfers',
    paymentId,
  });

async function wayOf(services: TestServices, paymentId: string): Promise<string[]> {
  await eventually(
    () => statusOf(services, paymentId),
    ({ transactionStatus }) => transactionStatus === 'ACSC',
  );
  const payments = services.database('payments').collection<{ _id: string; history: { to: string }[] }>('payments');
  return (await payments.findOne({ _id: paymentId }))?.history.map(({ to }) => to) ?? [];
}

describe('the way of a payment by the style of the bank (decision 15)', () => {
  it.each([
    ['technical', ['RCVD', 'ACTC', 'ACSP', 'ACSC']],
    ['profile', ['RCVD', 'ACTC', 'ACCP', 'ACSP', 'ACSC']],
    ['funds', ['RCVD', 'ACTC', 'ACCP', 'ACFC', 'ACSP', 'ACSC']],
  ])('%s', async (style, way) => {
    await using services = await startServicesWith(
      profile(`transactionStatusStyle: ${style}`),
      'bank',
      'sca',
      'payments',
    );
    expect(await wayOf(services, await paid(services, {}))).toEqual(way);
    const waiting = await paid(services, TOO_MUCH, 'psu-empty');
    const transactionStatus = style === 'technical' ? 'ACTC' : 'ACCP';
    expect(await statusOf(services, waiting)).toMatchObject({ transactionStatus, fundsAvailable: false });
  });
});

describe('a payment without funds whose TPP says nothing', () => {
  it('is rejected at once where the bank lets none wait', async () => {
    await using services = await startServicesWith(profile('withoutFunds: reject'), 'bank', 'sca', 'payments');
    const rejected = await paid(services, TOO_MUCH, 'psu-empty');
    expect(await statusOf(services, rejected)).toMatchObject({ transactionStatus: 'RJCT' });
  });

  it('goes to the bank where funds are not looked at before, and the bank says why not', async () => {
    await using services = await startServicesWith(profile('fundsCheck: false'), 'bank', 'sca', 'payments');
    const handedOver = await paid(services, TOO_MUCH, 'psu-empty');
    await eventually(
      () => statusOf(services, handedOver),
      ({ transactionStatus, tppMessages }) =>
        transactionStatus === 'RJCT' && tppMessages?.[0]?.code === 'FUNDS_NOT_AVAILABLE',
    );
  });
});

describe('a smaller edition', () => {
  it('hr-basic knows no TARGET payment', async () => {
    await using services = await startServicesWith({ PROFILE: 'hr-basic' }, 'payments', 'sca');
    await expect(askForPayment(services.bus, {}, {}, 'target-2-payments')).rejects.toMatchObject({
      situation: 'productUnknown',
    });
  });
});
