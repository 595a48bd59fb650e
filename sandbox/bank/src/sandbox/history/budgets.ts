import {
  CLINIC,
  COMPANY_CUSTOMERS,
  COMPANY_SUPPLIERS,
  ELECTRICITY,
  EMPLOYER,
  INSURANCE,
  type Merchant,
  PARENTS,
  PAYROLL,
  type Payee,
  PENSION_OFFICE,
  SHIPPING_COMPANY,
  STUDENT_SHOPS,
  TAX_OFFICE,
  TELEPHONE,
  TOWN_SHOPS,
  TRAVEL_SHOPS,
  WATER,
} from '../data/payees.ts';

/** A monthly bill with an amount between two bounds. */
interface Bill {
  readonly creditor: Payee;
  readonly dayOfMonth: number;
  readonly least: number;
  readonly most: number;
  readonly remittance: string;
  /** Paid by transfer. If unset, by direct debit. */
  readonly transfer?: true;
}

/** Income and spending habits of a current account's owner. Amounts are integer minor units. */
export interface Budget {
  readonly accountId: string;
  readonly income: {
    /** On this day of each month, or on each Monday. */
    readonly on: { readonly dayOfMonth: number } | 'monday';
    readonly least: number;
    readonly most: number;
    readonly from: readonly Payee[];
    /** The number of payments into which it is split. */
    readonly parts: number;
    readonly remittance: string;
    readonly purposeCode?: string;
  };
  readonly bills: readonly Bill[];
  readonly shops: readonly Merchant[];
  /** Means of payment of shops. */
  readonly paidBy: 'card' | 'transfer';
  readonly visitsPerDay: number;
  readonly spentPerDay: number;
  /** Cash withdrawals each month. */
  readonly cashPerMonth: number;
  /** Bounds of the balance just before income. `lowest` is not below the agreed overdraft. */
  readonly lowest: number;
  readonly highest: number;
}

const bill = (creditor: Payee, dayOfMonth: number, least: number, most: number, remittance: string): Bill => ({
  creditor,
  dayOfMonth,
  least,
  most,
  remittance,
});

export const BUDGETS: readonly Budget[] = [
  {
    accountId: 'A1101-EUR',
    income: {
      on: { dayOfMonth: 10 },
      least: 298_000,
      most: 304_000,
      from: [EMPLOYER],
      parts: 1,
      remittance: 'Plaća',
      purposeCode: 'SALA',
    },
    bills: [
      bill(ELECTRICITY, 18, 5_200, 9_800, 'Račun za električnu energiju'),
      bill(WATER, 21, 1_800, 2_900, 'Račun za vodu'),
      bill(TELEPHONE, 25, 3_499, 4_899, 'Mjesečni račun za mobitel i internet'),
    ],
    shops: TOWN_SHOPS,
    paidBy: 'card',
    visitsPerDay: 1.95,
    spentPerDay: 4_150,
    cashPerMonth: 2,
    lowest: -32_000,
    highest: 620_000,
  },
  {
    accountId: 'A1201-EUR',
    income: {
      on: { dayOfMonth: 7 },
      least: 152_000,
      most: 161_000,
      from: [SHIPPING_COMPANY],
      parts: 1,
      remittance: 'Plaća',
      purposeCode: 'SALA',
    },
    bills: [bill(TELEPHONE, 26, 2_499, 3_299, 'Račun za mobitel')],
    shops: TOWN_SHOPS,
    paidBy: 'card',
    visitsPerDay: 1.2,
    spentPerDay: 3_950,
    cashPerMonth: 1,
    lowest: 6_000,
    highest: 150_000,
  },
  {
    accountId: 'A1201-USD',
    income: {
      on: { dayOfMonth: 9 },
      least: 58_000,
      most: 66_000,
      from: [SHIPPING_COMPANY],
      parts: 1,
      remittance: 'Naknada za plovidbu',
    },
    bills: [],
    shops: TRAVEL_SHOPS,
    paidBy: 'card',
    visitsPerDay: 0.4,
    spentPerDay: 2_000,
    cashPerMonth: 0,
    lowest: 20_000,
    highest: 180_000,
  },
  {
    accountId: 'A1201-CHF',
    income: { on: { dayOfMonth: 19 }, least: 24_000, most: 28_000, from: [CLINIC], parts: 1, remittance: 'Honorar' },
    bills: [],
    shops: TRAVEL_SHOPS,
    paidBy: 'card',
    visitsPerDay: 0.25,
    spentPerDay: 860,
    cashPerMonth: 0,
    lowest: 4_000,
    highest: 60_000,
  },
  {
    accountId: 'A1301-EUR',
    income: {
      on: 'monday',
      least: 1_850_000,
      most: 2_250_000,
      from: COMPANY_CUSTOMERS,
      parts: 3,
      remittance: 'Plaćanje po računu',
    },
    bills: [
      {
        creditor: PAYROLL,
        dayOfMonth: 9,
        least: 3_150_000,
        most: 3_320_000,
        remittance: 'Isplata plaća',
        transfer: true,
      },
      {
        creditor: TAX_OFFICE,
        dayOfMonth: 20,
        least: 980_000,
        most: 1_240_000,
        remittance: 'Porez i doprinosi',
        transfer: true,
      },
      bill(ELECTRICITY, 17, 88_000, 141_000, 'Račun za električnu energiju'),
    ],
    shops: COMPANY_SUPPLIERS,
    paidBy: 'transfer',
    visitsPerDay: 1.55,
    spentPerDay: 130_000,
    cashPerMonth: 0,
    lowest: 12_000_000,
    highest: 34_000_000,
  },
  {
    accountId: 'A1401-EUR',
    income: { on: 'monday', least: 6_500, most: 7_500, from: [PARENTS], parts: 1, remittance: 'Džeparac' },
    bills: [],
    shops: STUDENT_SHOPS,
    paidBy: 'card',
    visitsPerDay: 1.95,
    spentPerDay: 960,
    cashPerMonth: 0,
    lowest: 120,
    highest: 2_500,
  },
  {
    accountId: 'A1501-EUR',
    income: {
      on: { dayOfMonth: 8 },
      least: 158_000,
      most: 164_000,
      from: [CLINIC],
      parts: 1,
      remittance: 'Plaća',
      purposeCode: 'SALA',
    },
    bills: [bill(TELEPHONE, 23, 2_199, 2_999, 'Račun za mobitel'), bill(WATER, 27, 1_200, 1_900, 'Račun za vodu')],
    shops: TOWN_SHOPS,
    paidBy: 'card',
    visitsPerDay: 2,
    spentPerDay: 3_400,
    cashPerMonth: 1,
    lowest: 8_000,
    highest: 160_000,
  },
  {
    accountId: 'A1901-EUR',
    income: {
      on: { dayOfMonth: 10 },
      least: 78_000,
      most: 79_500,
      from: [PENSION_OFFICE],
      parts: 1,
      remittance: 'Mirovina',
      purposeCode: 'PENS',
    },
    bills: [
      bill(TELEPHONE, 20, 1_499, 1_999, 'Račun za telefon'),
      bill(INSURANCE, 28, 1_900, 1_900, 'Polica osiguranja'),
    ],
    shops: TOWN_SHOPS,
    paidBy: 'card',
    visitsPerDay: 1.95,
    spentPerDay: 2_100,
    cashPerMonth: 1,
    lowest: 1_500,
    highest: 60_000,
  },
];
