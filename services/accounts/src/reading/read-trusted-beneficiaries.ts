import type { readTrustedBeneficiaries as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { findConsentedAccount } from '../access/find-consented-account.ts';
import type { AccountsContext } from '../context.ts';

/** Whom the owners of a payment account have made trusted. */
export async function readTrustedBeneficiaries(
  context: AccountsContext,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const { account, accessQuota } = await findConsentedAccount(context, request, 'trustedBeneficiaries');
  return { trustedBeneficiaries: account.details.trustedBeneficiaries ?? [], accessQuota };
}
