import type { AccountView } from '@xs2a/contracts';
import type { ShownParts } from '../access/readable-parts.ts';
import type { KnownAccount } from '../model/account.ts';

/**
 * The account as a TPP sees it (Implementation Guidelines, Account Details). A list of available accounts makes accounts
 * known and says no more of them: what describes an account, its telephone number and other accounts needs the right to the
 * account itself.
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
