import { service as production } from '@xs2a/accounts';
import { forgetAccounts as forgetting, moveAccountsClock, type ReplyOf, type RequestOf } from '@xs2a/contracts';
import { withClocks } from '@xs2a/sandbox-clocks';
import { handler } from '@xs2a/service-kit';
import type { ContextOf } from './context-of.ts';

/** The accounts service, which also forgets the accounts of a workspace that is reset. */
export const service = withClocks(
  { ...production, handlers: [...(production.handlers ?? []), handler(forgetting, forgetAccounts)] },
  moveAccountsClock,
);

/** Deletes accounts with all their data (decision 83). May be repeated. */
async function forgetAccounts(
  { accounts, transactions }: ContextOf<typeof production>,
  { bankAccountIds }: RequestOf<typeof forgetting>,
): Promise<ReplyOf<typeof forgetting>> {
  const those = { bankAccountId: { $in: bankAccountIds } };
  // Accounts first: without them no entry can be read.
  const { deletedCount } = await accounts.deleteMany(those);
  await transactions.deleteMany(those);
  return { forgotten: deletedCount };
}
