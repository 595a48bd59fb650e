import type { readSigningRules as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { type PresenceContext, requirePresence } from '../access/presence.ts';
import { findAccounts } from '../accounts/find-accounts.ts';
import type { BankContext } from '../context.ts';
import { type CustomerAccount, isCustomer } from '../model/ledger-account.ts';

type RulesContext = Pick<BankContext, 'ledgerAccounts' | 'psus'> & PresenceContext;

/** Returns the strictest rule of the accounts concerned, or of all accounts of the company if none is named. */
export async function readSigningRules(
  context: RulesContext,
  { accounts, corporateId }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const concerned =
    accounts.length > 0 || corporateId === undefined
      ? (await Promise.all(accounts.map((account) => findAccounts(context, account)))).flat()
      : await accountsOfCompany(context, corporateId);
  await requirePresence(context, [
    ...concerned.map(({ _id }) => _id),
    ...(corporateId === undefined ? [] : [corporateId]),
  ]);
  const signaturesNeeded = Math.max(1, ...concerned.map(({ customer }) => customer.signaturesNeeded));
  if (corporateId === undefined) return { signaturesNeeded };
  const companyKnown = (await context.psus.countDocuments({ corporateId }, { limit: 1 })) > 0;
  return { signaturesNeeded, companyKnown };
}

async function accountsOfCompany(
  { ledgerAccounts, psus }: RulesContext,
  corporateId: string,
): Promise<CustomerAccount[]> {
  const signers = await psus.find({ corporateId }, { projection: { _id: 1 } }).toArray();
  const owned = await ledgerAccounts.find({ 'customer.owners': { $in: signers.map(({ _id }) => _id) } }).toArray();
  return owned.filter(isCustomer);
}
