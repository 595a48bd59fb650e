import type { AccountView, Balance } from '@xs2a/contracts';
import type { KnownAccount } from '../model/account.ts';

/**
 * The account as a TPP sees it (Implementation Guidelines, Account Details). Pass `balances` only where the consent
 * lets them be read.
 */
export function accountView({ _id, details }: KnownAccount, balances?: readonly Balance[]): AccountView {
  const { reference, currency, name, product, cashAccountType, status, usage } = details;
  return {
    resourceId: _id,
    iban: reference.iban,
    bban: reference.bban,
    currency,
    name,
    product,
    cashAccountType,
    status,
    usage,
    ...(balances && { balances: [...balances] }),
  };
}
