import type { AuthorisingPsu } from '@xs2a/contracts';
import { type Beginning, orderKind } from './order-kinds.ts';
import type { Payment } from './payment.ts';
import type { PaymentsRoom } from './room.ts';

/**
 * How a payment moves once everybody needed has authorised it, alone or in a basket. What the bank is to be told goes into
 * the same write.
 */
export async function authorisation(
  room: PaymentsRoom,
  payment: Payment,
  psu: AuthorisingPsu | undefined,
  at: Date,
): Promise<Beginning> {
  const approved = psu && { psuId: psu.psuId, debtorName: psu.name };
  const { order } = payment;
  const begun = await orderKind(order.paymentService).begin(room, { ...payment, ...approved }, order, at);
  return { ...begun, set: { ...approved, ...begun.set } };
}
