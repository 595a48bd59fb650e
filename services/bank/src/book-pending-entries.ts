import { bankDayOf } from './bank-day.ts';
import type { Entry } from './entry.ts';
import { feedAccount } from './feed-account.ts';
import { NoFunds, post } from './post.ts';
import type { Room } from './room.ts';
import { internalAccountId } from './sandbox/historic-posting.ts';

/** Books announced entries whose value date has come, under the reference they were announced with. */
export async function bookPendingEntries(room: Room): Promise<void> {
  const today = bankDayOf(room.now());
  const due = await room.entries.find({ bookingStatus: 'pending', valueDate: { $lte: today } }).toArray();
  for (const entry of due) {
    try {
      if (await bookEntry(room, entry)) await feedAccount(room, entry.ledgerAccountId);
    } catch (error) {
      room.log.warn({ err: error, event: 'pending' }, 'an announced entry was left for the next round');
    }
  }
}

/** False where another replica booked it, or the account has not what it takes yet. */
async function bookEntry(room: Room, { _id, ledgerAccountId, currency, amount, details }: Entry): Promise<boolean> {
  const counter = internalAccountId(
    details.bankTransactionCode?.startsWith('PMNT-CCRD') ? 'cardScheme' : 'clearing',
    currency,
  );
  try {
    return await room.database.transaction(async (session) => {
      if ((await room.entries.countDocuments({ _id, bookingStatus: 'pending' }, { session })) === 0) return false;
      const lines = [
        { ledgerAccountId, currency, amount, entry: { reference: _id, details, wasPending: true } },
        { ledgerAccountId: counter, currency, amount: -amount },
      ];
      await post(room, { id: `booked-${_id}`, at: room.now(), lines }, session);
      return true;
    });
  } catch (error) {
    if (error instanceof NoFunds) return false;
    throw error;
  }
}
