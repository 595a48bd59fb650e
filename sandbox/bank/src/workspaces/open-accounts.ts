import type { BankContext } from '../context.ts';
import { movement } from '../ledger/post-booking.ts';
import { bankDayOf, dayNumber, dayText } from '../model/bank-day.ts';
import type { Entry } from '../model/entry.ts';
import { internalAccountId } from '../model/internal-account.ts';
import type { CustomerAccount } from '../model/ledger-account.ts';
import { assertBalanced } from '../model/posting.ts';
import { ledgerIdOf, type StoredWorkspace, type WorkspaceAccount } from '../model/workspace.ts';
import { accountHistory, wishedBalance } from './account-history.ts';

/** Minor units of a card's credit limit, and of the agreed overdraft of a current account. */
const CARD_LIMIT = 200_000n;
const OVERDRAFT = 50_000n;
const KINDS = {
  current: { product: 'Tekući račun', cashAccountType: 'CACC', creditLimit: OVERDRAFT },
  savings: { product: 'Štednja', cashAccountType: 'SVGS', creditLimit: 0n },
  card: { product: 'Kreditna kartica', cashAccountType: 'CARD', creditLimit: CARD_LIMIT },
} as const;

type OpeningContext = Pick<
  BankContext,
  'ledgerAccounts' | 'postings' | 'entries' | 'feeds' | 'workspaces' | 'psus' | 'database' | 'now'
>;

interface Opened {
  readonly account: CustomerAccount;
  readonly entries: readonly Entry[];
}

/**
 * Opens accounts of a workspace with their history. The entries are stored first: they are invisible before the account exists.
 * One transaction opens all accounts and runs `also`.
 */
export async function openAccounts(
  context: OpeningContext,
  workspace: Pick<StoredWorkspace, '_id' | 'generation'>,
  accounts: readonly WorkspaceAccount[],
  also: (session: Parameters<Parameters<OpeningContext['database']['transaction']>[0]>[0]) => Promise<void>,
): Promise<void> {
  const at = context.now();
  const day = bankDayOf(at);
  const opened = accounts.map((account) => openedAccount(ledgerIdOf(workspace, account), account, at));
  const entries = opened.flatMap((one) => one.entries);
  if (entries.length > 0) await context.entries.insertMany([...entries]);
  await context.database.transaction(async (session) => {
    for (const { account } of opened) {
      const { _id, currency, balance } = account;
      await context.ledgerAccounts.insertOne(account, { session });
      await context.feeds.insertOne({ _id, announced: false, sequence: 0, version: 0 }, { session });
      if (balance !== 0n)
        await book(context, { id: `opening-${_id}`, accountId: _id, currency, amount: balance, at, day }, session);
    }
    await also(session);
  });
}

/** Books an account's balance against the equity of the bank. */
export async function book(
  { postings, ledgerAccounts }: Pick<BankContext, 'postings' | 'ledgerAccounts'>,
  posting: { id: string; accountId: string; currency: string; amount: bigint; at: Date; day: string },
  session: Parameters<Parameters<OpeningContext['database']['transaction']>[0]>[0],
): Promise<void> {
  const { id, accountId, currency, amount, at, day } = posting;
  const equity = internalAccountId('openingEquity', currency);
  const lines = [
    { ledgerAccountId: accountId, currency, amount },
    { ledgerAccountId: equity, currency, amount: -amount },
  ];
  assertBalanced(lines);
  await postings.insertOne({ _id: id, at, bookingDate: day, lines }, { session });
  await ledgerAccounts.updateOne({ _id: equity }, movement({ amount: -amount, entries: 0 }, at, day), { session });
}

function openedAccount(_id: string, planned: WorkspaceAccount, at: Date): Opened {
  const { wish, reference, owners, ownerName, signaturesNeeded } = planned;
  const day = bankDayOf(at);
  const { creditLimit, product, cashAccountType } = KINDS[wish.kind];
  const balance = wishedBalance(wish);
  const history = accountHistory(_id, wish, day);
  const opening = balance - history.reduce((sum, { amount }) => sum + amount, 0n);
  let held = opening;
  const entries = history.map(({ day: on, amount, details }, index): Entry => {
    held += amount;
    const bookingDate = dayText(on);
    return {
      _id: `${_id}-H${String(index + 1).padStart(6, '0')}`,
      ledgerAccountId: _id,
      sequence: index + 1,
      bookingStatus: 'booked',
      amount,
      currency: wish.currency,
      balanceAfter: held,
      bookingDate,
      valueDate: bookingDate,
      details,
    };
  });
  const account: CustomerAccount = {
    _id,
    currency: wish.currency,
    balance,
    creditLimit,
    available: balance + creditLimit,
    pending: 0n,
    closingBalance: balance,
    bookedDay: dayText(dayNumber(day) - 1),
    sequence: entries.length,
    version: 1,
    changedAt: at,
    customer: {
      owners,
      ownerName,
      reference,
      product,
      cashAccountType,
      usage: signaturesNeeded > 1 ? 'ORGA' : 'PRIV',
      status: 'enabled',
      signaturesNeeded,
    },
  };
  return { account, entries };
}
