import { leaveBasket } from '@xs2a/contracts';
import { type OutboxEntry, outboxEntry } from '@xs2a/service-kit';
import type { ConsentRecord } from './consent-record.ts';

/** Returns the message to payments that a consent has ended on its own and leaves its signing basket. */
export function leaveSigningBasket({ _id, basketId }: ConsentRecord, at: Date): OutboxEntry[] {
  return basketId === undefined ? [] : [outboxEntry(leaveBasket, { basketId, consentId: _id }, at)];
}
