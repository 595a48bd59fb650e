import { isStopping } from '@xs2a/service-kit';
import { matchAccountsOfClock } from '../access/match-clock.ts';
import type { BankContext } from '../context.ts';
import { feedAccount } from '../feed/feed-account.ts';
import { bankDayOf } from '../model/bank-day.ts';
import type { Entry } from '../model/entry.ts';
import { internalAccountId } from '../model/internal-account.ts';
import { InsufficientFunds, postBooking } from './post-booking.ts';

/** Books pending entries whose value date has come. They keep their references. */
export async function bookPendingEntries(context: BankContext): Promise<void> {
  const today = bankDayOf(context.now());
  const pending = { bookingStatus: 'pending', valueDate: { $lte: today }, ...matchAccountsOfClock() } as const;
  const due = await context.entries.find(pending).toArray();
  for (const entry of due) {
    if (isStopping()) break;
    try {
      if (await bookEntry(context, entry)) await feedAccount(context, entry.ledgerAccountId);
    } catch (error) {
      context.log.warn(
        { err: error, event: 'pending' },
        'a pending entry could not be booked, the next run tries again',
      );
    }
  }
}

/** Returns false if another replica has booked the entry, or the account lacks the funds. */
async function bookEntry(
  context: BankContext,
  { _id, ledgerAccountId, currency, amount, details }: Entry,
): Promise<boolean> {
  const counter = internalAccountId(
    details.bankTransactionCode?.startsWith('PMNT-CCRD') ? 'cardScheme' : 'clearing',
    currency,
  );
  try {
    return await context.database.transaction(async (session) => {
      if ((await context.entries.countDocuments({ _id, bookingStatus: 'pending' }, { session })) === 0) return false;
      const lines = [
        { ledgerAccountId, currency, amount, entry: { reference: _id, details, wasPending: true } },
        { ledgerAccountId: counter, currency, amount: -amount },
      ];
      await postBooking(context, { id: `booked-${_id}`, at: context.now(), lines }, session);
      return true;
    });
  } catch (error) {
    if (error instanceof InsufficientFunds) return false;
    throw error;
  }
}
