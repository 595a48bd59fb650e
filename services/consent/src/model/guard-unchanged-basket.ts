import type { Document } from 'mongodb';
import type { ConsentRecord } from './consent-record.ts';

/** Guards a write by the basket, or its absence, with which the consent was read: another basket must be informed of the write. */
export function guardUnchangedBasket({ basketId }: Pick<ConsentRecord, 'basketId'>): Document {
  return { basketId: basketId ?? { $exists: false } };
}
