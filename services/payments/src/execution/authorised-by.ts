import type { Payment } from '../model/payment.ts';

/** The PSU who authorised a payment. The write that authorises a payment always stores it. */
export function authorisedBy({ _id, psuId }: Pick<Payment, '_id' | 'psuId'>): string {
  if (psuId === undefined) throw new Error(`payment ${_id} is authorised by nobody`);
  return psuId;
}
