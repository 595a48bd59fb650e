import { readPaymentStatus } from '@xs2a/contracts';
import { profileFile } from '@xs2a/test-kit';
import { approveOnBus, askForPayment, TPP } from '@xs2a/test-system/ask-as-gateway';
import { IBAN } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { startServicesOf, type TestServices } from '@xs2a/test-system/start/start-services';
import { describe, expect, it } from 'vitest';

const startUnder = (settings: string) => startServicesOf(profileFile(settings), 'bank', 'sca', 'payments');
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

async function statusesOf(services: TestServices, paymentId: string): Promise<string[]> {
  await eventually(
    () => statusOf(services, paymentId),
    ({ transactionStatus }) => transactionStatus === 'ACSC',
  );
  const payments = services.database('payments').collection<{ _id: string; history: { to: string }[] }>('payments');
  return (await payments.findOne({ _id: paymentId }))?.history.map(({ to }) => to) ?? [];
}

describe('the statuses of a payment by transactionStatusStyle (decision 15)', () => {
  it.each([
    ['technical', ['RCVD', 'ACTC', 'ACSP', 'ACSC']],
    ['profile', ['RCVD', 'ACTC', 'ACCP', 'ACSP', 'ACSC']],
    ['funds', ['RCVD', 'ACTC', 'ACCP', 'ACFC', 'ACSP', 'ACSC']],
  ])('%s', async (style, statuses) => {
    await using services = await startUnder(`transactionStatusStyle: ${style}`);
    expect(await statusesOf(services, await paid(services, {}))).toEqual(statuses);
    const waiting = await paid(services, TOO_MUCH, 'psu-empty');
    const transactionStatus = style === 'technical' ? 'ACTC' : 'ACCP';
    expect(await statusOf(services, waiting)).toMatchObject({ transactionStatus, fundsAvailable: false });
  });
});

describe('a payment without funds, and without TPP-Rejection-NoFunds-Preferred,', () => {
  it('is rejected at once if the bank lets no payment wait', async () => {
    await using services = await startUnder('withoutFunds: reject');
    const rejected = await paid(services, TOO_MUCH, 'psu-empty');
    expect(await statusOf(services, rejected)).toMatchObject({ transactionStatus: 'RJCT' });
  });

  it('is submitted if the profile has no funds check, and rejected by the bank with its reason', async () => {
    await using services = await startUnder('fundsCheck: false');
    const submitted = await paid(services, TOO_MUCH, 'psu-empty');
    await eventually(
      () => statusOf(services, submitted),
      ({ transactionStatus, tppMessages }) =>
        transactionStatus === 'RJCT' && tppMessages?.[0]?.code === 'FUNDS_NOT_AVAILABLE',
    );
  });
});
