import type { ClientSession, Filter } from 'mongodb';
import type { BankContext } from '../context.ts';
import { bankDayOf } from '../model/bank-day.ts';
import type { Entry, EntryDetails } from '../model/entry.ts';
import type { LedgerAccount } from '../model/ledger-account.ts';
import { assertBalanced } from '../model/posting.ts';

/** One line of a booking. A customer's line contains the text for the statement. */
export interface BookingLine {
  readonly ledgerAccountId: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly entry?: { readonly reference: string; readonly details: EntryDetails; readonly wasPending?: boolean };
}

interface Booking {
  readonly id: string;
  readonly paymentId?: string;
  readonly at: Date;
  readonly lines: readonly BookingLine[];
}

/** A customer's account does not have the amount of a debit. */
export class InsufficientFunds extends Error {
  override readonly name = 'InsufficientFunds';
}

/**
 * Books within a transaction: balances, statement entries and the posting change together or not at all. Throws
 * {@link InsufficientFunds}, and a duplicate-key error if the payment was booked before.
 */
export async function postBooking(
  { ledgerAccounts, entries, postings }: Pick<BankContext, 'ledgerAccounts' | 'entries' | 'postings'>,
  booking: Booking,
  session: ClientSession,
): Promise<void> {
  const { id, paymentId, at, lines } = booking;
  assertBalanced(lines);
  const day = bankDayOf(at);
  await postings.insertOne(
    {
      _id: id,
      ...(paymentId !== undefined && { paymentId }),
      at,
      bookingDate: day,
      lines: lines.map(({ ledgerAccountId, currency, amount }) => ({ ledgerAccountId, currency, amount })),
    },
    { session },
  );
  // Debits first: if one is refused, nothing else has been written.
  for (const line of lines.toSorted((a, b) => Number(a.amount > 0n) - Number(b.amount > 0n))) {
    const account = await ledgerAccounts.findOneAndUpdate(guardOf(line), movementOf(line, at, day), {
      session,
      returnDocument: 'after',
    });
    if (account === null) throw new InsufficientFunds();
    if (line.entry !== undefined) {
      const entry = bookedEntry(line, line.entry, account, day);
      await entries.replaceOne({ _id: entry._id }, entry, { session, upsert: true });
    }
  }
}

/** A line with an entry is a customer's: its debit must not exceed what is available. */
function guardOf({ ledgerAccountId, currency, amount, entry }: BookingLine): Filter<LedgerAccount> {
  const guarded = entry !== undefined && amount < 0n;
  return { _id: ledgerAccountId, currency, ...(guarded && { available: { $gte: -amount } }) };
}

function movementOf({ amount, entry }: BookingLine, at: Date, day: string): object[] {
  const announced = entry?.wasPending ? amount : 0n;
  return movement({ amount, entries: entry === undefined ? 0 : 1, announced }, at, day);
}

/** The update of an account for an amount and a number of statement entries. `announced` is the part that was pending. */
export function movement(
  { amount, entries, announced = 0n }: { amount: bigint; entries: number; announced?: bigint },
  at: Date,
  day: string,
): object[] {
  const firstOfDay = { $lt: ['$bookedDay', day] };
  return [
    {
      $set: {
        closingBalance: { $cond: [firstOfDay, '$balance', '$closingBalance'] },
        bookedDay: { $cond: [firstOfDay, day, '$bookedDay'] },
        balance: { $add: ['$balance', amount] },
        available: { $add: ['$available', amount] },
        pending: { $subtract: ['$pending', announced] },
        sequence: { $add: ['$sequence', entries] },
        version: { $add: ['$version', 1] },
        changedAt: at,
      },
    },
  ];
}

export function bookedEntry(
  { ledgerAccountId, currency, amount }: Pick<BookingLine, 'ledgerAccountId' | 'currency' | 'amount'>,
  { reference, details }: NonNullable<BookingLine['entry']>,
  { sequence, balance }: Pick<LedgerAccount, 'sequence' | 'balance'>,
  day: string,
): Entry {
  return {
    _id: reference,
    ledgerAccountId,
    sequence,
    bookingStatus: 'booked',
    amount,
    currency,
    balanceAfter: balance,
    bookingDate: day,
    valueDate: day,
    details,
  };
}
