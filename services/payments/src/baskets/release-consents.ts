import { settleBasketConsents } from '@xs2a/contracts';
import { type OutboxEntry, outboxEntry } from '@xs2a/service-kit';
import type { Basket } from '../model/basket.ts';

/** Returns the message that releases the consents of a basket; empty if it has none. */
export function releaseConsents({ _id, consentIds }: Basket, at: Date): OutboxEntry[] {
  return consentIds.length === 0 ? [] : [outboxEntry(settleBasketConsents, { basketId: _id, outcome: 'released' }, at)];
}
