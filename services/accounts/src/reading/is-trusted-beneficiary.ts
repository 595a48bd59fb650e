import { type isTrustedBeneficiary as operation, type ReplyOf, type RequestOf, refersTo } from '@xs2a/contracts';
import type { AccountsContext } from '../context.ts';
import { type KnownAccount, referenceForGrants } from '../model/account.ts';

/** Whether an account of the PSU has the creditor among its trusted beneficiaries. An unknown account has none. */
export async function isTrustedBeneficiary(
  { accounts }: Pick<AccountsContext, 'accounts'>,
  { psuId, debtorAccount, creditorAccount }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const owned = await accounts
    .find<Pick<KnownAccount, 'details'>>(
      { 'details.owners': psuId, 'details.kind': 'account' },
      { projection: { details: 1 } },
    )
    .toArray();
  const trusted = owned
    .filter(({ details }) => refersTo(debtorAccount, referenceForGrants(details)))
    .flatMap(({ details }) => details.trustedBeneficiaries ?? []);
  return { isTrusted: trusted.some((one) => refersTo(one.creditorAccount, creditorAccount)) };
}
