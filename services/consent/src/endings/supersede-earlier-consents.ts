import type { Settlement } from '@xs2a/contracts';
import { advance, bankDay } from '@xs2a/service-kit';
import type { ClientSession } from 'mongodb';
import type { ConsentContext } from '../context.ts';
import { CONSENTS, type Consent } from '../model/consent.ts';

/**
 * Ends the recurring consents that the PSUs of a new one granted this TPP before, in the same capacity: for themselves, or for
 * the same company.
 */
export async function supersedeEarlierConsents(
  { consents, now, profile }: ConsentContext,
  { tppId, _id, signedBy }: Consent,
  psu: Settlement['psu'],
  session: ClientSession,
): Promise<void> {
  const earlier = {
    _id: { $ne: _id },
    tppId,
    signedBy: { $in: [...signedBy, ...(psu ? [psu.psuId] : [])] },
    corporateId: psu?.corporateId ?? { $exists: false },
    consentStatus: 'valid',
    recurringIndicator: true,
  } as const;
  const at = now();
  for (const consent of await consents.find(earlier, { session }).toArray()) {
    const set = { lastActionDate: bankDay(at, profile) };
    await advance(CONSENTS, consents, consent, 'superseded', { at, by: 'psu', psuId: psu?.psuId, set, session });
  }
}
