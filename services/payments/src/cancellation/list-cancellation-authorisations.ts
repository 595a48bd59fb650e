import { listAuthorisations } from '@xs2a/approvals';
import type { listCancellationAuthorisations as operation, ReplyOf } from '@xs2a/contracts';
import type { PaymentsContext } from '../context.ts';
import { findPayment, type PaymentAddress } from '../reading/find-payment.ts';

export async function listCancellationAuthorisations(
  context: PaymentsContext,
  address: PaymentAddress,
): Promise<ReplyOf<typeof operation>> {
  const { cancellation } = await findPayment(context, address, ['cancellation']);
  return listAuthorisations(context.bus, cancellation?.authorisations ?? []);
}
