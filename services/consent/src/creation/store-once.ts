import { type createConsent, type RequestOf, Xs2aError } from '@xs2a/contracts';
import { createOnce } from '@xs2a/service-kit';
import type { Collection, Filter } from 'mongodb';
import type { ConsentRecord } from '../model/consent-record.ts';

/**
 * Stores a consent, or returns the one of a repeated request. A consent accepted yesterday may be refused today, because its day
 * has passed, so a repeated request gets the stored consent even if it would be refused now (decision 2).
 */
export async function storeOnce<T extends ConsentRecord>(
  consents: Collection<T>,
  { tpp, requestId, fingerprint }: Pick<RequestOf<typeof createConsent>, 'tpp' | 'requestId' | 'fingerprint'>,
  newConsent: () => Promise<T>,
): Promise<T> {
  try {
    return (await createOnce(consents, await newConsent())).document;
  } catch (refusal) {
    if (!(refusal instanceof Xs2aError)) throw refusal;
    const stored = await consents.findOne<T>({ tppId: tpp.id, requestId, fingerprint } as Filter<T>);
    if (stored === null) throw refusal;
    return stored;
  }
}
