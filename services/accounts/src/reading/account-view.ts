import type { AccountView } from '@xs2a/contracts';
import type { ShownParts } from '../access/readable-parts.ts';
import type { KnownAccount } from '../model/account.ts';

/**
 * Returns the account for a TPP (Implementation Guidelines, Account Details). A list of available accounts only identifies
 * accounts: the description of an account, its telephone number and other accounts require the right to the account itself.
 */
export function accountView(
  { _id, details: account }: KnownAccount,
  { balances, mayReadDetails, mayReadOwnerName }: ShownParts,
): AccountView {
  const { reference, currency, ownerName, name, displayName, product, cashAccountType, status, bic, usage } = account;
  const { linkedAccounts, details, msisdn } = account;
  return {
    resourceId: _id,
    iban: reference.iban,
    bban: reference.bban,
    msisdn: reference.msisdn ?? (mayReadDetails ? msisdn : undefined),
    currency,
    ...(mayReadOwnerName && { ownerName }),
    name,
    displayName,
    product,
    cashAccountType,
    status,
    bic,
    ...(mayReadDetails && { linkedAccounts }),
    usage,
    ...(mayReadDetails && { details }),
    ...(balances && { balances: [...balances] }),
  };
}
