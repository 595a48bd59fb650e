import type { BankContext } from '../context.ts';
import { feedAccount } from '../feed/feed-account.ts';

/** Feeds accounts now, so that they can be read once the developer gets the reply. Otherwise the job feeds them. */
export async function feedAccountsNow(context: BankContext, accountIds: readonly string[]): Promise<void> {
  for (const accountId of accountIds) {
    try {
      await feedAccount(context, accountId);
    } catch (error) {
      context.log.debug({ err: error, event: 'feed' }, 'the accounts service does not answer, the job tries again');
    }
  }
}
