import type { identifyPsu as operation, PsuAccount, ReplyOf, RequestOf } from '@xs2a/contracts';
import { AGGREGATED, aggregatedAccounts } from '../accounts/aggregated-accounts.ts';
import type { BankContext } from '../context.ts';
import { type CustomerAccount, isCustomer } from '../model/ledger-account.ts';
import { isUnknownTo } from '../model/workspace-id.ts';

/**
 * Identifies a PSU. Unknown PSUs and PSUs of another company get one answer; unknown companies and blocked PSUs each get their own.
 */
export async function identifyPsu(
  context: Pick<BankContext, 'psus' | 'ledgerAccounts'>,
  { psuId, corporateId, tppId }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  // The PSU of another developer is treated as unknown (decision 83).
  if (isUnknownTo(psuId, tppId)) return { known: false };
  const psu = await context.psus.findOne({ _id: psuId });
  if (corporateId !== undefined && (await context.psus.findOne({ corporateId })) === null) {
    return { known: false, corporateIdUnknown: true };
  }
  if (psu === null) return { known: false };
  if (psu.blocked) return { known: false, blocked: true };
  if (corporateId !== undefined && corporateId !== psu.corporateId) return { known: false };
  const accounts = await context.ledgerAccounts.find({ 'customer.owners': psuId }).sort({ _id: 1 }).toArray();
  const owned = accounts.filter(isCustomer);
  return {
    known: true,
    name: psu.name,
    ...(psu.corporateId !== undefined && { corporateId: psu.corporateId }),
    scaMethods: psu.scaMethods,
    // Sub-accounts come first: a payment without a currency debits one of them.
    accounts: [...owned.map(psuAccount), ...aggregatesOf(owned)],
  };
}

function aggregatesOf(accounts: readonly CustomerAccount[]): PsuAccount[] {
  return aggregatedAccounts(accounts).map(({ reference, main }) => ({
    ...psuAccount(main),
    reference,
    currency: AGGREGATED,
  }));
}

function psuAccount({ currency, customer }: CustomerAccount): PsuAccount {
  const { reference, product, cashAccountType, signaturesNeeded } = customer;
  return { reference, currency, name: product, cashAccountType, signaturesNeeded };
}
