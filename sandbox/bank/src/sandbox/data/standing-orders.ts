import {
  CHARITY,
  ELECTRICITY,
  GYM,
  HOUSING_RESERVE,
  INSURANCE,
  LANDLORD,
  LEASING,
  type Payee,
  PENSION_FUND,
  TELEPHONE,
  WAREHOUSE,
  WATER,
} from './payees.ts';

/** A transfer on the same day of every month. Amounts are integer minor units. */
export interface StandingOrder {
  readonly id: string;
  readonly accountId: string;
  readonly creditor: Payee;
  readonly amount: bigint;
  readonly dayOfMonth: number;
  readonly remittance: string;
}

function standingOrder(
  accountId: string,
  number: number,
  creditor: Payee,
  amount: bigint,
  dayOfMonth: number,
  remittance: string,
): StandingOrder {
  return { id: `${accountId}-SO${number}`, accountId, creditor, amount, dayOfMonth, remittance };
}

/** Increase it with each change of the list below, so that the feed sends the change. */
export const STANDING_ORDERS_VERSION = 1;

/** Three for each current account. The history contains their executions. */
export const STANDING_ORDERS: readonly StandingOrder[] = [
  standingOrder('A1101-EUR', 1, LANDLORD, 65_000n, 3, 'Najamnina stana'),
  standingOrder('A1101-EUR', 2, HOUSING_RESERVE, 3_150n, 15, 'Pričuva'),
  standingOrder('A1101-EUR', 3, CHARITY, 1_000n, 20, 'Donacija'),
  standingOrder('A1201-EUR', 1, LEASING, 18_990n, 5, 'Rata leasinga'),
  standingOrder('A1201-EUR', 2, INSURANCE, 4_200n, 16, 'Polica životnog osiguranja'),
  standingOrder('A1201-EUR', 3, PENSION_FUND, 5_000n, 22, 'Dobrovoljna mirovina'),
  standingOrder('A1301-EUR', 1, WAREHOUSE, 240_000n, 2, 'Najam skladišta'),
  standingOrder('A1301-EUR', 2, LEASING, 89_900n, 8, 'Leasing vozila'),
  standingOrder('A1301-EUR', 3, INSURANCE, 31_000n, 18, 'Osiguranje imovine'),
  standingOrder('A1401-EUR', 1, TELEPHONE, 500n, 4, 'Bon za mobitel'),
  standingOrder('A1401-EUR', 2, GYM, 400n, 12, 'Članarina dvorana'),
  standingOrder('A1401-EUR', 3, CHARITY, 100n, 25, 'Donacija'),
  standingOrder('A1501-EUR', 1, LANDLORD, 42_000n, 3, 'Najamnina'),
  standingOrder('A1501-EUR', 2, GYM, 3_500n, 11, 'Članarina'),
  standingOrder('A1501-EUR', 3, PENSION_FUND, 3_000n, 21, 'Dobrovoljna mirovina'),
  standingOrder('A1901-EUR', 1, HOUSING_RESERVE, 2_800n, 6, 'Pričuva'),
  standingOrder('A1901-EUR', 2, ELECTRICITY, 4_500n, 14, 'Akontacija struje'),
  standingOrder('A1901-EUR', 3, WATER, 2_200n, 24, 'Akontacija vode'),
];
