import type { AccountReference, FeedAccount, PsuAccount } from '@xs2a/contracts';
import { fedAccount } from '../feed/feed-mapping.ts';
import type { CustomerAccount } from '../model/ledger-account.ts';

/** Marks the account that stands for several currencies (Implementation Guidelines, Multicurrency Accounts). */
const AGGREGATED = 'XXX';

/** The accounts of one customer under one IBAN, of which there are several. */
interface Aggregate {
  readonly main: CustomerAccount;
  readonly subAccounts: readonly CustomerAccount[];
}

/**
 * The ledger has an account for each currency; those under one IBAN are shown as one besides (Implementation
 * Guidelines, Multicurrency Accounts).
 */
function aggregatesOf(accounts: readonly CustomerAccount[]): Aggregate[] {
  const byIban = Map.groupBy(accounts, ({ customer }) => customer.reference.iban);
  return [...byIban].flatMap(([iban, subAccounts]) => {
    const [main, another] = subAccounts;
    return iban === undefined || main === undefined || another === undefined ? [] : [{ main, subAccounts }];
  });
}

function referenceOf({ customer }: CustomerAccount): AccountReference {
  return { ...customer.reference, currency: AGGREGATED };
}

/** The aggregated accounts over some accounts, as accounts is told of them. */
export function fedAggregates(accounts: readonly CustomerAccount[]): FeedAccount[] {
  return aggregatesOf(accounts).map(({ main, subAccounts }) => ({
    ...fedAccount(main),
    bankAccountId: main._id.replace(main.currency, AGGREGATED),
    reference: referenceOf(main),
    currency: AGGREGATED,
    subAccounts: subAccounts.map(({ _id }) => _id),
  }));
}

/** The aggregated accounts over those of a PSU, as sca is told of them. */
export function aggregatesOfPsu(accounts: readonly CustomerAccount[]): PsuAccount[] {
  return aggregatesOf(accounts).map(({ main }) => {
    const { product, cashAccountType, signaturesNeeded } = main.customer;
    return { reference: referenceOf(main), currency: AGGREGATED, name: product, cashAccountType, signaturesNeeded };
  });
}
