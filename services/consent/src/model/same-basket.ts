import type { Document } from 'mongodb';
import type { ConsentRecord } from './consent-record.ts';

/** Guards a write by the basket that the consent was read in, or by none: the other one must learn of what is written. */
export function inSameBasket({ basketId }: Pick<ConsentRecord, 'basketId'>): Document {
  return { basketId: basketId ?? { $exists: false } };
}
