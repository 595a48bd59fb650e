import type { Balance, CardAccountView } from '@xs2a/contracts';
import type { KnownAccount } from '../model/account.ts';

/**
 * The card account as a TPP sees it (Implementation Guidelines, Account Details). Pass `balances` only where they may
 * be read.
 */
export function cardAccountView({ _id, details }: KnownAccount, balances?: readonly Balance[]): CardAccountView {
  const { reference, currency, name, product, debitAccounting, status, usage, creditLimit } = details;
  return {
    resourceId: _id,
    maskedPan: reference.maskedPan,
    currency,
    name,
    product,
    debitAccounting,
    status,
    usage,
    creditLimit,
    ...(balances && { balances: [...balances] }),
  };
}
