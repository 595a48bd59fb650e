import {
  type FeedAccount,
  maskReference,
  type putAccounts as operation,
  type ReplyOf,
  type RequestOf,
} from '@xs2a/contracts';
import type { AccountsContext } from '../context.ts';
import type { AccountDetails } from '../model/account.ts';
import { withMaskedCards } from '../model/masked-cards.ts';
import { buildVersionedWrites } from './build-versioned-writes.ts';

/**
 * Stores accounts by the bank's ids. May be repeated; `stored` counts the accounts that changed. For accounts with a version, a
 * late or repeated message changes nothing: it would give the account back to a former owner.
 */
export async function putAccounts(
  { accounts }: AccountsContext,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  if (request.accounts.length === 0) return { stored: 0 };
  const result = await accounts.bulkWrite(
    request.accounts.flatMap((fed) => buildVersionedWrites(fed.bankAccountId, 'details', detailsOf(fed))),
  );
  // Each account is created by one write, and gets its details by another.
  return { stored: result.modifiedCount };
}

function detailsOf({ bankAccountId: _, ...fed }: FeedAccount): AccountDetails {
  const reference = maskReference(fed.reference);
  const { trustedBeneficiaries } = fed;
  return {
    ...fed,
    reference,
    kind: reference.maskedPan === undefined ? 'account' : 'card',
    ...(trustedBeneficiaries && { trustedBeneficiaries: trustedBeneficiaries.map(withMaskedCards) }),
  };
}
