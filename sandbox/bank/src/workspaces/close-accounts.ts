import { forgetAccounts } from '@xs2a/contracts';
import type { ClientSession } from 'mongodb';
import type { BankContext } from '../context.ts';
import { bankDayOf } from '../model/bank-day.ts';
import { ledgerIdOf, type StoredWorkspace } from '../model/workspace.ts';
import { book } from './open-accounts.ts';

/** Maximum number of accounts in one message. */
const FORGOTTEN_MAX = 100;

/**
 * Closes all accounts of a workspace. Their balances return to the equity of the bank, so that the ledger still sums to zero;
 * `also` runs in the same transaction. The accounts service deletes them first: without its answer nothing is closed.
 */
export async function closeAccounts(
  context: BankContext,
  workspace: StoredWorkspace,
  also: (session: ClientSession) => Promise<void>,
): Promise<void> {
  const ids = workspace.accounts.map((account) => ledgerIdOf(workspace, account));
  await context.bus.ask(forgetAccounts, { bankAccountIds: ids.slice(0, FORGOTTEN_MAX) });
  const at = context.now();
  await context.database.transaction(async (session) => {
    const held = await context.ledgerAccounts.find({ _id: { $in: ids } }, { session }).toArray();
    for (const { _id, currency, balance } of held) {
      if (balance === 0n) continue;
      const posting = { id: `closing-${_id}`, accountId: _id, currency, amount: -balance, at, day: bankDayOf(at) };
      await book(context, posting, session);
    }
    await context.ledgerAccounts.deleteMany({ _id: { $in: ids } }, { session });
    await context.feeds.deleteMany({ _id: { $in: ids } }, { session });
    await context.standingOrders.updateMany(
      { ledgerAccountId: { $in: ids } },
      { $set: { active: false } },
      { session },
    );
    await also(session);
  });
  await context.entries.deleteMany({ ledgerAccountId: { $in: ids } });
}
