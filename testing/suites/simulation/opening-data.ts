import type { Db, Document } from 'mongodb';

/** A banking day in the future, as the database deletes old codes by its own clock. */
const DAY = '2099-03-03';
export const STARTS_AT = new Date(`${DAY}T09:00:00Z`);
/** Initial balance of each account, in minor units. */
const OPENING_BALANCE = 100_000n;
/** The check digits (ISO 13616) are right, as the use cases validate them. */
export const PSUS = [
  { psuId: 'psu-one', iban: 'HR2799900051100000019' },
  { psuId: 'psu-two', iban: 'HR9899900051200000018' },
  { psuId: 'psu-three', iban: 'HR0599900051100000027' },
] as const;
export const OTHER_BANK = 'HR1210010051863000160';
export const OPENING_COLLECTIONS = ['ledgerAccounts', 'psus', 'feeds'];
export type SimulatedPsu = (typeof PSUS)[number];

function accountIdOf({ psuId }: SimulatedPsu): string {
  return `account-${psuId}-EUR`;
}

/** Stores the bank's data before the first payment: three customers with an account each, and the clearing account. */
export async function storeOpeningData(bank: Db): Promise<void> {
  const total = OPENING_BALANCE * BigInt(PSUS.length);
  const customers = PSUS.map((psu) => ({
    ...account(accountIdOf(psu), OPENING_BALANCE),
    customer: {
      owners: [psu.psuId],
      ownerName: `name of ${psu.psuId}`,
      reference: { iban: psu.iban },
      product: 'Account',
      cashAccountType: 'CACC',
      usage: 'PRIV',
      status: 'enabled',
      signaturesNeeded: 1,
    },
  }));
  const accounts: Document[] = [...customers, account('clearing-EUR', 0n), account('openingEquity-EUR', -total)];
  const psus = PSUS.map(({ psuId }) => ({
    _id: psuId,
    name: `name of ${psuId}`,
    blocked: false,
    scaMethods: [{ authenticationMethodId: 'sms', authenticationType: 'SMS_OTP', name: 'SMS' }],
    password: { salt: '', hash: '' },
  }));
  const feeds = PSUS.map((psu) => ({ _id: accountIdOf(psu), announced: true, sequence: 0, version: 0 }));
  await bank.collection('ledgerAccounts').insertMany(accounts);
  await bank.collection('psus').insertMany(psus as Document[]);
  await bank.collection('feeds').insertMany(feeds as Document[]);
}

function account(_id: string, balance: bigint): Document {
  return {
    _id,
    currency: 'EUR',
    balance,
    creditLimit: 0n,
    available: balance,
    pending: 0n,
    closingBalance: balance,
    bookedDay: DAY,
    sequence: 0,
    version: 0,
    changedAt: STARTS_AT,
  };
}
