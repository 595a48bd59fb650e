import type { CardAccountView } from '@xs2a/contracts';
import type { ShownParts } from '../access/readable-parts.ts';
import type { KnownAccount } from '../model/account.ts';

/**
 * Returns the card account for a TPP (Implementation Guidelines, Account Details). A list of available accounts only identifies
 * it: its description, including the credit limit, requires the right to the account.
 */
export function cardAccountView(
  { _id, details: account }: KnownAccount,
  { balances, mayReadDetails, mayReadOwnerName }: ShownParts,
): CardAccountView {
  const { reference, currency, ownerName, name, displayName, product, debitAccounting, status, usage } = account;
  const { details, creditLimit } = account;
  return {
    resourceId: _id,
    maskedPan: reference.maskedPan,
    currency,
    ...(mayReadOwnerName && { ownerName }),
    name,
    displayName,
    product,
    debitAccounting,
    status,
    usage,
    ...(mayReadDetails && { details, creditLimit }),
    ...(balances && { balances: [...balances] }),
  };
}
