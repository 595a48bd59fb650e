import type { ClientSession } from 'mongodb';
import type { BankContext } from '../context.ts';
import type { Entry, EntryDetails } from '../model/entry.ts';
import type { LedgerAccount } from '../model/ledger-account.ts';
import { assertBalanced, type Posting } from '../model/posting.ts';
import { bookedEntry, movement } from './post-booking.ts';

export interface StatementLine {
  readonly reference: string;
  readonly details: EntryDetails;
}

interface Sheet {
  readonly account: LedgerAccount;
  moved: bigint;
  readonly entries: { readonly amount: bigint; readonly balance: bigint; readonly line: StatementLine }[];
}

type BatchContext = Pick<BankContext, 'ledgerAccounts' | 'entries' | 'postings'>;

/**
 * Many movements that are booked as one, within a transaction: reckoned in memory from the balances at its beginning, then
 * written with one update for each account. Nothing is written before it is closed.
 */
export class PostingBatch {
  readonly #context: BatchContext;
  readonly #session: ClientSession;
  readonly #sheets = new Map<string, Sheet>();
  /** Accounts of the bank itself: nothing is judged by their balance. */
  readonly #internal = new Map<string, bigint>();
  readonly #lines: Posting['lines'] = [];

  private constructor(context: BatchContext, session: ClientSession) {
    this.#context = context;
    this.#session = session;
  }

  /** `accounts` are the customers' accounts that may move. */
  static async open(
    context: BatchContext,
    accounts: readonly Pick<LedgerAccount, '_id'>[],
    session: ClientSession,
  ): Promise<PostingBatch> {
    const page = new PostingBatch(context, session);
    const ids = [...new Set(accounts.map(({ _id }) => _id))];
    for (const account of await context.ledgerAccounts.find({ _id: { $in: ids } }, { session }).toArray()) {
      page.#sheets.set(account._id, { account, moved: 0n, entries: [] });
    }
    return page;
  }

  /** What may still be taken from a customer's account; nothing of one that was not opened. */
  available(accountId: string): bigint {
    const sheet = this.#sheets.get(accountId);
    return sheet === undefined ? 0n : sheet.account.available + sheet.moved;
  }

  move(accountId: string, amount: bigint, line: StatementLine | undefined): void {
    const sheet = this.#sheets.get(accountId);
    if (sheet === undefined) this.#internal.set(accountId, (this.#internal.get(accountId) ?? 0n) + amount);
    else sheet.moved += amount;
    const currency = sheet?.account.currency ?? accountId.slice(-3);
    this.#lines.push({ ledgerAccountId: accountId, currency, amount });
    if (line !== undefined) this.enter(accountId, amount, line);
  }

  /** An entry of the statement for what was moved before. */
  enter(accountId: string, amount: bigint, line: StatementLine): void {
    const sheet = this.#sheets.get(accountId);
    if (sheet === undefined) throw new Error(`${accountId} was not opened`);
    sheet.entries.push({ amount, balance: sheet.account.balance + sheet.moved, line });
  }

  /** Writes all of it. Returns the customers' accounts that moved. */
  async close({ id, at, day }: { id: string; at: Date; day: string }): Promise<readonly string[]> {
    if (this.#lines.length === 0) return [];
    assertBalanced(this.#lines);
    const session = this.#session;
    await this.#context.postings.insertOne({ _id: id, at, bookingDate: day, lines: this.#lines }, { session });
    const moved = [...this.#sheets.values()].filter((sheet) => sheet.moved !== 0n || sheet.entries.length > 0);
    for (const { account, moved: amount, entries } of moved) {
      const { _id, version } = account;
      const update = movement({ amount, entries: entries.length }, at, day);
      const { modifiedCount } = await this.#context.ledgerAccounts.updateOne({ _id, version }, update, { session });
      if (modifiedCount !== 1) throw new Error(`${_id} was moved by somebody else`);
    }
    for (const [_id, amount] of this.#internal) {
      const { modifiedCount } = await this.#context.ledgerAccounts.updateOne(
        { _id },
        movement({ amount, entries: 0 }, at, day),
        { session },
      );
      if (modifiedCount !== 1) throw new Error(`there is no account ${_id}`);
    }
    const entries = moved.flatMap((sheet) => entriesOf(sheet, day));
    if (entries.length > 0) await this.#context.entries.insertMany(entries, { session });
    return moved.map(({ account }) => account._id);
  }
}

function entriesOf({ account, entries }: Sheet, day: string): Entry[] {
  return entries.map(({ amount, balance, line }, index) => {
    const { _id: ledgerAccountId, currency } = account;
    const sequence = account.sequence + index + 1;
    return bookedEntry({ ledgerAccountId, currency, amount }, line, { sequence, balance }, day);
  });
}
