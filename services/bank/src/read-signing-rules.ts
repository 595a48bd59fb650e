import type { readSigningRules as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { findAccounts } from './find-account.ts';
import { type CustomerAccount, isCustomer } from './ledger-account.ts';
import type { Room } from './room.ts';

type RulesRoom = Pick<Room, 'ledgerAccounts' | 'psus'>;

/** The strictest rule of the accounts concerned; where none is named, of all accounts of the company. */
export async function readSigningRules(
  room: RulesRoom,
  { accounts, corporateId }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const concerned =
    accounts.length > 0 || corporateId === undefined
      ? (await Promise.all(accounts.map((account) => findAccounts(room, account)))).flat()
      : await accountsOfCompany(room, corporateId);
  const signaturesNeeded = Math.max(1, ...concerned.map(({ customer }) => customer.signaturesNeeded));
  if (corporateId === undefined) return { signaturesNeeded };
  const companyKnown = (await room.psus.countDocuments({ corporateId }, { limit: 1 })) > 0;
  return { signaturesNeeded, companyKnown };
}

async function accountsOfCompany({ ledgerAccounts, psus }: RulesRoom, corporateId: string): Promise<CustomerAccount[]> {
  const signers = await psus.find({ corporateId }, { projection: { _id: 1 } }).toArray();
  const owned = await ledgerAccounts.find({ 'customer.owners': { $in: signers.map(({ _id }) => _id) } }).toArray();
  return owned.filter(isCustomer);
}
