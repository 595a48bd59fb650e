import { randomUUID } from 'node:crypto';
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

/** Stores accounts by the bank's ids. May be repeated; `stored` counts the accounts that changed. */
export async function putAccounts(
  { accounts }: AccountsContext,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  if (request.accounts.length === 0) return { stored: 0 };
  const result = await accounts.bulkWrite(
    request.accounts.map((fed) => ({
      updateOne: {
        filter: { bankAccountId: fed.bankAccountId },
        update: { $set: { details: detailsOf(fed) }, $setOnInsert: { _id: randomUUID() } },
        upsert: true,
      },
    })),
  );
  return { stored: result.upsertedCount + result.modifiedCount };
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
