import { readFile } from 'node:fs/promises';
import {
  type FeedTransaction,
  type Operation,
  putAccounts,
  putBalances,
  putTransactions,
  type ReplyOf,
  type RequestInputOf,
  Xs2aError,
} from '@xs2a/contracts';
import { type ReadStatement, readStatements } from '@xs2a/iso20022';
import type { Bus } from '@xs2a/service-kit';
import type { Progress } from '../command/command.ts';
import { type AccountList, accountOf } from './account-list.ts';
import { type CheckedFile, sha256Of } from './check-file.ts';
import type { Journal } from './journal.ts';

/** Maximum number of entries and batch items of a message; half of the number that the operation permits. */
const ENTRIES_PER_MESSAGE = 500;
const FIRST_PAUSE_MS = 250;
const PAUSE_MS_MAX = 5_000;
/** Errors for which a retry makes sense; any other error is caused by the request. */
const TEMPORARY = ['serviceUnavailable', 'overloaded', 'internalError'];

/** The service is unavailable; the same command continues later. */
export class ServiceUnavailable extends Error {}

/** The service rejected the request permanently. */
export class FeedRejected extends Error {}

interface FeedContext {
  readonly bus: Bus;
  /** Milliseconds for which an unavailable service is retried. */
  readonly patienceMs: number;
  readonly checked: CheckedFile;
  readonly accounts: AccountList;
  /** Time zone of the bank, which determines the date of a time with an offset. */
  readonly timeZone: string;
  readonly journal: Journal;
  readonly progress: Progress;
}

export interface FeedCounts {
  entries: number;
  stored: number;
  skipped: number;
  ownerless: number;
}

/**
 * Sends a checked file: for each statement the account if its owners are known, then the entries, then the balances. Skips the
 * entries that the journal records as acknowledged.
 */
export async function feedFile(file: string, feeding: FeedContext): Promise<FeedCounts> {
  const { checked, timeZone, journal, progress } = feeding;
  const bytes = await readFile(file);
  if (sha256Of(bytes) !== checked.sha256) throw new FeedRejected('changed after it was checked; import it again');
  const fed: FeedCounts = { entries: 0, stored: 0, skipped: 0, ownerless: 0 };
  const acknowledged = journal.entriesDone(checked.sha256);
  let current: { statement: ReadStatement; bankAccountId: string } | undefined;
  let batch: FeedTransaction[] = [];
  let count = 0;
  /** Number of batch items in `batch`. */
  let items = 0;
  /** The next message is read while this one is sent. */
  let sending: Promise<void> = Promise.resolve();

  const flush = async (): Promise<void> => {
    await sending;
    if (current === undefined || batch.length === 0) return;
    const request = { bankAccountId: current.bankAccountId, transactions: batch };
    const upTo = count;
    batch = [];
    items = 0;
    sending = send(feeding, putTransactions, request).then(({ stored }) => {
      fed.stored += stored;
      fed.entries += request.transactions.length;
      journal.note(checked.sha256, upTo);
      progress(`feeding, ${upTo} of ${checked.entries} entries`);
    });
    // The next flush awaits it and rethrows; until then it must not count as unhandled.
    sending.catch(() => undefined);
  };

  for await (const part of readStatements(bytes, timeZone)) {
    if (part.kind === 'statement')
      current = { statement: part.statement, ...(await sendAccount(feeding, part.statement, fed)) };
    else if (part.kind === 'end') {
      await flush();
      await sending;
      if (current !== undefined) await sendBalances(feeding, current);
    } else if (count++ >= acknowledged) {
      if (part.entry === undefined) fed.skipped++;
      else {
        batch.push(part.entry);
        items += 1 + (part.entry.entryDetails?.length ?? 0);
      }
      if (items >= ENTRIES_PER_MESSAGE) await flush();
    }
  }
  journal.note(checked.sha256, count);
  return fed;
}

async function sendAccount(
  feeding: FeedContext,
  statement: ReadStatement,
  counted: FeedCounts,
): Promise<{ bankAccountId: string }> {
  const { bankAccountId, fed } = accountOf(statement, feeding.accounts);
  if (fed === undefined) counted.ownerless++;
  else await send(feeding, putAccounts, { accounts: [fed] });
  return { bankAccountId };
}

/** Balances are sent last, so that a balance is never visible before its entries. */
async function sendBalances(
  feeding: FeedContext,
  { statement: { balances, reachMs }, bankAccountId }: { statement: ReadStatement; bankAccountId: string },
): Promise<void> {
  if (balances.length > 0) await send(feeding, putBalances, { bankAccountId, version: reachMs, balances });
}

/** Retries with growing pauses until answered: the feed is idempotent. */
async function send<O extends Operation>(
  { bus, patienceMs }: Pick<FeedContext, 'bus' | 'patienceMs'>,
  operation: O,
  request: RequestInputOf<O>,
): Promise<ReplyOf<O>> {
  const giveUpAt = Date.now() + patienceMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, PAUSE_MS_MAX)) {
    try {
      return await bus.ask(operation, request);
    } catch (error) {
      if (!(error instanceof Xs2aError)) throw error;
      const { situation, path = '', text = '' } = error;
      if (!TEMPORARY.includes(situation)) {
        throw new FeedRejected(`was refused by accounts: ${[situation, path, text].join(' ')}`);
      }
      if (Date.now() + pause > giveUpAt) {
        throw new ServiceUnavailable('The accounts service is unavailable; repeat the command later.');
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
