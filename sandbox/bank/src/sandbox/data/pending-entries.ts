import type { EntryDetails } from '../../model/entry.ts';
import { cardPurchase, creditCardPurchase, transferFrom } from './entry-details.ts';
import {
  COMPANY_CUSTOMERS,
  INSURANCE,
  type Merchant,
  PARENTS,
  type Payee,
  TELEPHONE,
  TOWN_SHOPS,
  TRAVEL_SHOPS,
} from './payees.ts';

/** A pending entry. It reserves nothing and is booked on its value date. */
interface PendingEntry {
  readonly accountId: string;
  readonly amount: bigint;
  /** Days from the seeding day to its value date. */
  readonly inDays: number;
  readonly details: EntryDetails;
}

const refund = (accountId: string, amount: bigint, from: Payee | undefined): PendingEntry => ({
  accountId,
  amount,
  inDays: 4,
  details: from === undefined ? {} : transferFrom(from, 'Povrat preplate'),
});

const purchase = (accountId: string, amount: bigint, shop: Merchant | undefined): PendingEntry => {
  if (shop === undefined) throw new Error('a purchase needs a shop');
  const purchased = accountId.startsWith('C') ? creditCardPurchase(shop) : cardPurchase(shop, '');
  const details = { ...purchased, remittanceInformationUnstructured: `Rezervacija ${shop.name}` };
  return { accountId, amount: -amount, inDays: 3, details };
};

/** Returns the pending entries at the opening of the sandbox. */
export function pendingEntries(): PendingEntry[] {
  return [
    purchase('A1101-EUR', 3_420n, TOWN_SHOPS[0]),
    purchase('A1101-EUR', 1_875n, TOWN_SHOPS[5]),
    refund('A1101-EUR', 2_500n, INSURANCE),
    purchase('C1103-EUR', 4_599n, TRAVEL_SHOPS[3]),
    purchase('C1103-EUR', 1_099n, TRAVEL_SHOPS[4]),
    purchase('A1201-EUR', 2_260n, TOWN_SHOPS[7]),
    refund('A1201-USD', 4_000n, INSURANCE),
    purchase('A1201-CHF', 2_350n, TRAVEL_SHOPS[7]),
    refund('A1301-EUR', 483_000n, COMPANY_CUSTOMERS[1]),
    refund('A1401-EUR', 1_200n, PARENTS),
    purchase('A1501-EUR', 990n, TOWN_SHOPS[4]),
    refund('A1901-EUR', 1_550n, TELEPHONE),
  ];
}
