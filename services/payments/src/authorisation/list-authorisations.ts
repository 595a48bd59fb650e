import { listAuthorisations as list } from '@xs2a/approvals';
import type { listPaymentAuthorisations as operation, ReplyOf } from '@xs2a/contracts';
import type { PaymentsContext } from '../context.ts';
import { findPayment, type PaymentAddress } from '../reading/find-payment.ts';

export async function listAuthorisations(
  context: PaymentsContext,
  address: PaymentAddress,
): Promise<ReplyOf<typeof operation>> {
  const { authorisations } = await findPayment(context, address, ['authorisations']);
  return list(context.bus, authorisations);
}
