import {
  putAccounts,
  putBalances,
  putStandingOrders,
  putTransactions,
  type StandingOrder,
  workspaceOfAccount,
} from '@xs2a/contracts';
import { isStopping } from '@xs2a/service-kit';
import { findAccounts } from '../accounts/find-accounts.ts';
import type { BankContext } from '../context.ts';
import type { Entry } from '../model/entry.ts';
import type { Feed } from '../model/feed.ts';
import { type CustomerAccount, isCustomer } from '../model/ledger-account.ts';
import { STANDING_ORDERS, STANDING_ORDERS_VERSION } from '../sandbox/data/standing-orders.ts';
import {
  fedAccount,
  fedAggregates,
  fedBalances,
  fedSetUpOrder,
  fedStandingOrder,
  fedTransaction,
} from './feed-mapping.ts';

/** Entries of one message. */
const PAGE_MAX = 1_000;

type FeedContext = Pick<
  BankContext,
  'ledgerAccounts' | 'entries' | 'standingOrders' | 'feeds' | 'bus' | 'now' | 'clocks' | 'background'
>;

/**
 * Sends the changes of one account to the accounts service: first the account itself, then its entries, balances and
 * standing orders. Progress is stored only after each acknowledgement, so that lost messages are sent again. Throws if the
 * accounts service does not answer. `booked` are entries that were just stored, in their order: they need not be read for it.
 */
export async function feedAccount(
  context: FeedContext,
  accountId: string,
  booked: readonly Entry[] = [],
): Promise<void> {
  await context.clocks.runBy(workspaceOfAccount(accountId), () => feedInSequence(context, accountId, booked));
}

async function feedInSequence(context: FeedContext, accountId: string, booked: readonly Entry[]): Promise<void> {
  await context.background.inSequence(`feed ${accountId}`, async () => {
    const feed = await context.feeds.findOne({ _id: accountId });
    // Balances are read before entries: a balance is never newer than the entries sent with it.
    const account = await context.ledgerAccounts.findOne({ _id: accountId });
    if (feed === null || account === null || !isCustomer(account) || !isBehind(feed, account)) return;
    if (!feed.announced) {
      const { currency: _, ...identifier } = account.customer.reference;
      const aggregates = fedAggregates(await findAccounts(context, identifier));
      await context.bus.ask(putAccounts, { accounts: [fedAccount(account), ...aggregates] });
      await context.feeds.updateOne({ _id: accountId }, { $set: { announced: true } });
    }
    await feedEntries(context, account, { acknowledged: feed.sequence, booked });
    const { version } = account;
    await context.bus.ask(putBalances, {
      bankAccountId: accountId,
      version,
      balances: fedBalances(account, context.now()),
    });
    await context.feeds.updateOne({ _id: accountId }, { $max: { version } });
    if (!isBehindOnOrders(feed, account)) return;
    const standingOrdersVersion = ordersVersionOf(account);
    const standingOrders = await standingOrdersOf(context, accountId);
    await context.bus.ask(putStandingOrders, {
      bankAccountId: accountId,
      version: standingOrdersVersion,
      standingOrders,
    });
    await context.feeds.updateOne({ _id: accountId }, { $max: { standingOrdersVersion } });
  });
}

/** Returns the standing orders of the sandbox, then active ones set up by TPPs. */
async function standingOrdersOf(context: FeedContext, accountId: string): Promise<StandingOrder[]> {
  const own = STANDING_ORDERS.filter((order) => order.accountId === accountId).map(fedStandingOrder);
  const setUp = await context.standingOrders
    .find({ ledgerAccountId: accountId, active: true })
    .sort({ _id: 1 })
    .toArray();
  return [...own, ...setUp.map(fedSetUpOrder)];
}

function ordersVersionOf({ orderChanges = 0 }: Pick<CustomerAccount, 'orderChanges'>): number {
  return STANDING_ORDERS_VERSION + orderChanges;
}

function isBehindOnOrders(feed: Feed, account: Pick<CustomerAccount, 'orderChanges'>): boolean {
  return (feed.standingOrdersVersion ?? 0) < ordersVersionOf(account);
}

/** Feeds every account with unacknowledged changes. A failure does not block the others. */
export async function feedAccounts(context: FeedContext & Pick<BankContext, 'log'>): Promise<void> {
  for (const { _id } of await findAccountsBehind(context)) {
    if (isStopping()) break;
    try {
      await feedAccount(context, _id);
    } catch (error) {
      context.log.debug(
        { err: error, event: 'feed' },
        'the accounts service does not answer, the next run tries again',
      );
    }
  }
}

/** Returns the accounts with unacknowledged changes. */
export async function findAccountsBehind(
  context: Pick<BankContext, 'feeds' | 'ledgerAccounts'>,
): Promise<{ _id: string }[]> {
  const feeds = new Map((await context.feeds.find().toArray()).map((feed) => [feed._id, feed]));
  const accounts = await context.ledgerAccounts
    .find<Pick<CustomerAccount, '_id' | 'version' | 'orderChanges'>>(
      { customer: { $exists: true } },
      { projection: { version: 1, orderChanges: 1 } },
    )
    .toArray();
  return accounts.filter((account) => {
    const feed = feeds.get(account._id);
    return feed !== undefined && isBehind(feed, account);
  });
}

function isBehind(feed: Feed, account: Pick<CustomerAccount, 'version' | 'orderChanges'>): boolean {
  return !feed.announced || feed.version < account.version || isBehindOnOrders(feed, account);
}

async function feedEntries(
  context: FeedContext,
  account: CustomerAccount,
  { acknowledged, booked }: { acknowledged: number; booked: readonly Entry[] },
): Promise<void> {
  const isCard = account.customer.cashAccountType === 'CARD';
  let sequence = acknowledged;
  for (;;) {
    const known = consecutiveEntries(sequence, booked);
    const page = known.length > 0 ? known : await readNextEntries(context, account, sequence);
    const newest = page.at(-1);
    if (newest === undefined) return;
    const transactions = page.map((entry) => fedTransaction(entry, isCard));
    await context.bus.ask(putTransactions, { bankAccountId: account._id, transactions });
    sequence = newest.sequence;
    await context.feeds.updateOne({ _id: account._id }, { $max: { sequence } });
  }
}

/** Returns the entries that follow without a gap. Missing ones in between were booked by another order, and are read. */
function consecutiveEntries(sequence: number, booked: readonly Entry[]): readonly Entry[] {
  const from = booked.findIndex((entry) => entry.sequence === sequence + 1);
  const page = from < 0 ? [] : booked.slice(from, from + PAGE_MAX);
  const gap = page.findIndex((entry, index) => entry.sequence !== sequence + 1 + index);
  return gap < 0 ? page : page.slice(0, gap);
}

function readNextEntries({ entries }: FeedContext, { _id }: CustomerAccount, sequence: number): Promise<Entry[]> {
  return entries
    .find({ ledgerAccountId: _id, sequence: { $gt: sequence } })
    .sort({ sequence: 1 })
    .limit(PAGE_MAX)
    .toArray();
}
