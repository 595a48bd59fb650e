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

interface AccountChange {
  readonly account: LedgerAccount;
  moved: bigint;
  readonly entries: { readonly amount: bigint; readonly balance: bigint; readonly line: StatementLine }[];
}

/** The new entries of each account, in their order. */
export type BookedEntries = ReadonlyMap<string, readonly Entry[]>;

type BatchContext = Pick<BankContext, 'ledgerAccounts' | 'entries' | 'postings'>;

/**
 * Many movements booked as one posting within a transaction. They are calculated in memory from the balances at its start,
 * and written with one update for each account when the batch is closed.
 */
export class PostingBatch {
  readonly #context: BatchContext;
  readonly #session: ClientSession;
  readonly #changes = new Map<string, AccountChange>();
  /** Movements of the bank's own accounts, which have no limit. */
  readonly #internal = new Map<string, bigint>();
  /** One line for each account, for any number of its movements; the statement entries show the movements. */
  readonly #lines = new Map<string, Posting['lines'][number]>();

  private constructor(context: BatchContext, session: ClientSession) {
    this.#context = context;
    this.#session = session;
  }

  /** `accounts` are the customers' accounts that the batch may debit or credit. */
  static async open(
    context: BatchContext,
    accounts: readonly Pick<LedgerAccount, '_id'>[],
    session: ClientSession,
  ): Promise<PostingBatch> {
    const batch = new PostingBatch(context, session);
    const ids = [...new Set(accounts.map(({ _id }) => _id))];
    for (const account of await context.ledgerAccounts.find({ _id: { $in: ids } }, { session }).toArray()) {
      batch.#changes.set(account._id, { account, moved: 0n, entries: [] });
    }
    return batch;
  }

  /** Returns the amount that can still be debited from a customer's account. Zero for an account that was not opened. */
  available(accountId: string): bigint {
    const change = this.#changes.get(accountId);
    return change === undefined ? 0n : change.account.available + change.moved;
  }

  move(accountId: string, amount: bigint, line: StatementLine | undefined): void {
    const change = this.#changes.get(accountId);
    if (change === undefined) this.#internal.set(accountId, (this.#internal.get(accountId) ?? 0n) + amount);
    else change.moved += amount;
    const known = this.#lines.get(accountId);
    if (known !== undefined) known.amount += amount;
    else {
      const currency = change?.account.currency ?? accountId.slice(-3);
      this.#lines.set(accountId, { ledgerAccountId: accountId, currency, amount });
    }
    if (line !== undefined) this.enter(accountId, amount, line);
  }

  /** Adds a statement entry for earlier movements. */
  enter(accountId: string, amount: bigint, line: StatementLine): void {
    const change = this.#changes.get(accountId);
    if (change === undefined) throw new Error(`${accountId} was not opened`);
    change.entries.push({ amount, balance: change.account.balance + change.moved, line });
  }

  /** Writes the batch. Returns the customers' accounts that changed, with their new statement entries. */
  async close({ id, at, day }: { id: string; at: Date; day: string }): Promise<BookedEntries> {
    if (this.#lines.size === 0) return new Map();
    const lines = [...this.#lines.values()];
    assertBalanced(lines);
    const session = this.#session;
    await this.#context.postings.insertOne({ _id: id, at, bookingDate: day, lines }, { session });
    const moved = [...this.#changes.values()].filter((change) => change.moved !== 0n || change.entries.length > 0);
    for (const { account, moved: amount, entries } of moved) {
      const { _id, version } = account;
      const update = movement({ amount, entries: entries.length }, at, day);
      const { modifiedCount } = await this.#context.ledgerAccounts.updateOne({ _id, version }, update, { session });
      if (modifiedCount !== 1) throw new Error(`${_id} was changed by another transaction`);
    }
    for (const [_id, amount] of this.#internal) {
      const { modifiedCount } = await this.#context.ledgerAccounts.updateOne(
        { _id },
        movement({ amount, entries: 0 }, at, day),
        { session },
      );
      if (modifiedCount !== 1) throw new Error(`account ${_id} does not exist`);
    }
    const booked = new Map(moved.map((change) => [change.account._id, entriesOf(change, day)]));
    const entries = [...booked.values()].flat();
    if (entries.length > 0) await this.#context.entries.insertMany(entries, { session });
    return booked;
  }
}

function entriesOf({ account, entries }: AccountChange, day: string): Entry[] {
  return entries.map(({ amount, balance, line }, index) => {
    const { _id: ledgerAccountId, currency } = account;
    const sequence = account.sequence + index + 1;
    return bookedEntry({ ledgerAccountId, currency, amount }, line, { sequence, balance }, day);
  });
}
