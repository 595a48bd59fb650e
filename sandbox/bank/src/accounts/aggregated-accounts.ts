import type { AccountReference } from '@xs2a/contracts';
import type { CustomerAccount } from '../model/ledger-account.ts';

/** The currency of an account that aggregates several currencies (Implementation Guidelines, Multicurrency Accounts). */
export const AGGREGATED = 'XXX';

/** The accounts of a customer under one IBAN, if there are several. */
interface AggregatedAccount {
  readonly reference: AccountReference;
  readonly main: CustomerAccount;
  readonly subAccounts: readonly CustomerAccount[];
}

/**
 * Groups the accounts under one IBAN. The ledger has an account for each currency; several under one IBAN are also shown as one
 * (Implementation Guidelines, Multicurrency Accounts).
 */
export function aggregatedAccounts(accounts: readonly CustomerAccount[]): AggregatedAccount[] {
  const byIban = Map.groupBy(accounts, ({ customer }) => customer.reference.iban);
  return [...byIban].flatMap(([iban, subAccounts]) => {
    const [main, another] = subAccounts;
    if (iban === undefined || main === undefined || another === undefined) return [];
    return [{ reference: { ...main.customer.reference, currency: AGGREGATED }, main, subAccounts }];
  });
}
