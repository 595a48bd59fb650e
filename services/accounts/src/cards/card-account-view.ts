import type { CardAccountView } from '@xs2a/contracts';
import type { ShownParts } from '../access/readable-parts.ts';
import type { KnownAccount } from '../model/account.ts';

/**
 * The card account as a TPP sees it (Implementation Guidelines, Account Details). A list of available accounts says what makes it
 * known: what describes it, its credit limit too, needs the right to the account.
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
