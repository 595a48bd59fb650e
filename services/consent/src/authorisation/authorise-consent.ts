import type { Settlement } from '@xs2a/contracts';
import { isDuplicateKey } from '@xs2a/service-kit';
import type { Document } from 'mongodb';
import type { ConsentContext } from '../context.ts';
import { supersedeEarlierConsents } from '../endings/supersede-earlier-consents.ts';
import { accessWithChosenAccounts } from '../model/access-models.ts';
import type { Consent } from '../model/consent.ts';
import { accountConsents } from '../model/consent-kind.ts';
import { type CountedSettlement, moveConsent } from './move-consent.ts';

/**
 * Makes a consent valid and, in the same transaction, supersedes earlier recurring consents of its PSUs for the TPP (decision
 * 17). Returns null if another writer was first.
 */
export async function authoriseConsent(
  context: ConsentContext,
  consent: Consent,
  counted: CountedSettlement,
): Promise<Consent | null> {
  const { settlement } = counted;
  try {
    return await context.database.transaction(async (session) => {
      if (consent.recurringIndicator) await supersedeEarlierConsents(context, consent, settlement.psu, session);
      const set = namedAccounts(consent, settlement);
      return moveConsent(context, accountConsents(context), consent, 'authorised', counted, { set, session });
    });
  } catch (error) {
    // Another consent of the same PSU became valid at the same moment. The next attempt finds and supersedes it.
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}

/**
 * Returns the accounts that the first approval named if the TPP named none. Chosen accounts become the content of the consent
 * once all PSUs have approved (decision 17).
 */
function namedAccounts(consent: Consent, settlement: Settlement): Document {
  const { model, access } = consent;
  const grants = consent.signedBy.length > 0 ? consent.grants : settlement.grants;
  if (model === 'detailed' || grants === undefined) return {};
  return { grants, ...(model === 'bankOffered' && { grantedAccess: accessWithChosenAccounts(access, grants) }) };
}
