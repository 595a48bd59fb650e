import type { Grant, Settlement } from '@xs2a/contracts';
import { advance, bankDay, contentHashOf, isDuplicateKey } from '@xs2a/service-kit';
import type { ClientSession, Document } from 'mongodb';
import { accountConsents, type ConsentContext } from '../context.ts';
import { accessWith } from '../model/access-models.ts';
import { CONSENTS, type Consent } from '../model/consent.ts';
import type { ConsentKind, ConsentRecord } from '../model/consent-record.ts';
import { type Approving, moveSettled, type Settled } from './settle-authorisation.ts';

/** How approvals of consents to read accounts count. */
export const APPROVING_ACCOUNTS: Approving<Consent> = {
  // Two PSUs who were asked at the same time may have named different accounts: that is not one approval of two.
  agrees({ signedBy, grants }, settlement) {
    return signedBy.length === 0 || settlement.grants === undefined || sameAccounts(grants, settlement.grants);
  },
  named: (_, { grants }) => (grants === undefined ? {} : { grants }),
  authorise: authoriseConsent,
};

/** How approvals of consents to ask for funds count: nothing else is touched. */
export function approvingFunds<T extends ConsentRecord>(kind: ConsentKind<T>): Approving<T> {
  return {
    agrees: () => true,
    named: () => ({}),
    authorise: (context, consent, settled) => moveSettled(context, kind, consent, 'authorised', settled),
  };
}

/**
 * The consent becomes valid and, in the same transaction, an earlier recurring consent of these PSUs and the TPP expires
 * (interface 4.2 rule 1). Null when something moved at the same moment.
 */
export async function authoriseConsent(
  context: ConsentContext,
  consent: Consent,
  settled: Settled,
): Promise<Consent | null> {
  try {
    return await context.database.transaction(async (session) => {
      if (consent.recurringIndicator) await supersedeEarlier(context, consent, settled.settlement, session);
      const set = namedAccounts(consent, settled.settlement);
      return moveSettled(context, accountConsents(context), consent, 'authorised', settled, { set, session });
    });
  } catch (error) {
    // Another consent of the same PSU became valid at the same moment: look again, and supersede that one.
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}

/** Of several who approve together, whatever each of them granted this TPP before in the same capacity. */
async function supersedeEarlier(
  context: ConsentContext,
  { tppId, _id, signedBy }: Consent,
  { psu }: Settlement,
  session: ClientSession,
): Promise<void> {
  const same = {
    _id: { $ne: _id },
    tppId,
    signedBy: { $in: [...signedBy, psu?.psuId ?? ''] },
    corporateId: psu?.corporateId ?? { $exists: false },
    consentStatus: 'valid',
    recurringIndicator: true,
  } as const;
  const at = context.now();
  for (const earlier of await context.consents.find(same, { session }).toArray()) {
    const set = { lastActionDate: bankDay(at, context.profile) };
    await advance(CONSENTS, context.consents, earlier, 'superseded', {
      at,
      by: 'psu',
      psuId: psu?.psuId,
      set,
      session,
    });
  }
}

/**
 * The accounts that the first approval named where the TPP did not; chosen ones are content from now on (field guide 7.1
 * rule 9), and not before all have approved.
 */
function namedAccounts(consent: Consent, settlement: Settlement): Document {
  const { model, access } = consent;
  const grants = consent.signedBy.length > 0 ? consent.grants : settlement.grants;
  if (model === 'detailed' || grants === undefined) return {};
  return { grants, ...(model === 'bankOffered' && { grantedAccess: accessWith(access, grants) }) };
}

function sameAccounts(one: readonly Grant[], other: readonly Grant[]): boolean {
  const named = (grants: readonly Grant[]): string[] => grants.map((grant) => contentHashOf(grant)).toSorted();
  return contentHashOf(named(one)) === contentHashOf(named(other));
}
