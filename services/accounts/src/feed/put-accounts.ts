import { randomUUID } from 'node:crypto';
import {
  type FeedAccount,
  maskReference,
  type putAccounts as operation,
  type ReplyOf,
  type RequestOf,
} from '@xs2a/contracts';
import type { AnyBulkWriteOperation } from 'mongodb';
import type { AccountsContext } from '../context.ts';
import type { Account, AccountDetails } from '../model/account.ts';
import { withMaskedCards } from '../model/masked-cards.ts';

/**
 * Stores accounts by the bank's ids. May be repeated; `stored` counts the accounts that changed. Of those with a version a late
 * or repeated message changes nothing: it would give back the account to an owner who has it no more.
 */
export async function putAccounts(
  { accounts }: AccountsContext,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  if (request.accounts.length === 0) return { stored: 0 };
  const result = await accounts.bulkWrite(request.accounts.flatMap(writesOf));
  // Each is made by one write, and gets its details by another.
  return { stored: result.modifiedCount };
}

function writesOf(fed: FeedAccount): AnyBulkWriteOperation<Account>[] {
  const { bankAccountId, version } = fed;
  const isNewer = version !== undefined && { 'details.version': { $not: { $gte: version } } };
  return [
    { updateOne: { filter: { bankAccountId }, update: { $setOnInsert: { _id: randomUUID() } }, upsert: true } },
    { updateOne: { filter: { bankAccountId, ...isNewer }, update: { $set: { details: detailsOf(fed) } } } },
  ];
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
