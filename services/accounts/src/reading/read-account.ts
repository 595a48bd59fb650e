import type { readAccount as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { useConsentForAccount } from '../access/find-consented-account.ts';
import { consentedParts } from '../access/readable-parts.ts';
import type { AccountsContext } from '../context.ts';
import { accountView } from '../model/account.ts';

export async function readAccount(
  context: AccountsContext,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const { withBalance } = request;
  const { account, rights, accessQuota } = await useConsentForAccount(context, request, 'details', {
    parts: withBalance ? ['balances'] : [],
  });
  const { balances, ...may } = consentedParts(account, rights, { withBalance });
  return { account: accountView(account, balances), ...may, accessQuota };
}
