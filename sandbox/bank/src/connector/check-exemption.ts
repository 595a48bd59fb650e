import type { AccountReference, checkExemption as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { findAccounts } from '../accounts/find-accounts.ts';
import type { BankContext } from '../context.ts';

type ExemptionContext = Pick<BankContext, 'psus' | 'ledgerAccounts'>;

/**
 * Exempts credit transfers between accounts that the same person holds at this bank (RTS 2018/389, Art. 15), for PSUs with
 * whom the bank has agreed this. Nothing else is exempted: setting up a standing order needs SCA (Art. 14).
 */
export async function checkExemption(
  context: ExemptionContext,
  { psuId, content }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  if (content.kind !== 'payment') return { exempted: false };
  const psu = await context.psus.findOne({ _id: psuId, blocked: false, ownTransfersExempted: true });
  if (psu === null) return { exempted: false };
  const areOwn = await Promise.all(
    [content.debtorAccount, content.creditorAccount].map((account) => isSolelyOwned(context, psuId, account)),
  );
  return { exempted: areOwn.every(Boolean) };
}

async function isSolelyOwned(context: ExemptionContext, psuId: string, account: AccountReference): Promise<boolean> {
  const found = await findAccounts(context, account);
  return found.length > 0 && found.every(({ customer: { owners } }) => owners.length === 1 && owners[0] === psuId);
}
