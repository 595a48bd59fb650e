import type { Settlement } from '@xs2a/contracts';
import { advance, bankDay, isDuplicateKey } from '@xs2a/service-kit';
import type { ClientSession } from 'mongodb';
import { CONSENTS, type Consent } from './consent.ts';
import { accessWith } from './grants.ts';
import { accountConsents, type ConsentRoom } from './room.ts';
import { moveSettled } from './settle-authorisation.ts';

/**
 * The consent becomes valid and, in the same transaction, an earlier recurring consent of this PSU and TPP expires
 * (interface 4.2 rule 1). Null when something moved at the same moment.
 */
export async function authoriseConsent(
  room: ConsentRoom,
  consent: Consent,
  settlement: Settlement,
): Promise<Consent | null> {
  try {
    return await room.database.transaction(async (session) => {
      if (consent.recurringIndicator) await supersedeEarlier(room, consent, settlement, session);
      const set = namedAccounts(consent, settlement);
      return moveSettled(room, accountConsents(room), consent, 'authorised', settlement, { set, session });
    });
  } catch (error) {
    // Another consent of the same PSU became valid at the same moment: look again, and supersede that one.
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}

async function supersedeEarlier(
  room: ConsentRoom,
  { tppId, _id }: Consent,
  { psu }: Settlement,
  session: ClientSession,
): Promise<void> {
  const same = {
    _id: { $ne: _id },
    tppId,
    psuId: psu?.psuId ?? '',
    corporateId: psu?.corporateId ?? { $exists: false },
    consentStatus: 'valid',
    recurringIndicator: true,
  } as const;
  const at = room.now();
  for (const earlier of await room.consents.find(same, { session }).toArray()) {
    const set = { lastActionDate: bankDay(at, room.profile) };
    await advance(CONSENTS, room.consents, earlier, 'superseded', { at, by: 'psu', set, session });
  }
}

/** The accounts that the approval named where the TPP did not; chosen ones are content from now on (field guide 7.1 rule 9). */
function namedAccounts({ model, access }: Consent, { grants }: Settlement): Partial<Consent> {
  if (grants === undefined) return {};
  return { grants, ...(model === 'bankOffered' && { grantedAccess: accessWith(access, grants) }) };
}
