import type { readCardAccount as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { useConsentForAccount } from '../access/find-consented-account.ts';
import { consentedParts } from '../access/readable-parts.ts';
import type { AccountsContext } from '../context.ts';
import { cardAccountView } from '../model/account.ts';

export async function readCardAccount(
  context: AccountsContext,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const { account, rights, accessQuota } = await useConsentForAccount(context, request, 'details', {
    resource: 'card',
    parts: request.withBalance ? ['balances'] : [],
  });
  const { balances, ...may } = consentedParts(account, rights, request);
  return { cardAccount: cardAccountView(account, balances), ...may, accessQuota };
}
