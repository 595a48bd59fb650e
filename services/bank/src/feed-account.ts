import { putAccounts, putBalances, putStandingOrders, putTransactions, type StandingOrder } from '@xs2a/contracts';
import { fedAggregates } from './aggregated-account.ts';
import { fedAccount, fedBalances, fedSetUpOrder, fedStandingOrder, fedTransaction } from './fed-forms.ts';
import type { Feed } from './feed.ts';
import { findAccounts } from './find-account.ts';
import { type CustomerAccount, isCustomer } from './ledger-account.ts';
import type { Room } from './room.ts';
import { STANDING_ORDERS, STANDING_ORDERS_VERSION } from './sandbox/standing-orders.ts';

/** Entries told in one message. */
const PAGE_MAX = 1_000;

type FeedRoom = Pick<Room, 'ledgerAccounts' | 'entries' | 'standingOrders' | 'feeds' | 'bus' | 'now' | 'background'>;

/**
 * Tells accounts what is new of one account: first that it exists, then its entries, its balances and its
 * standing orders. How far it got moves only when accounts has acknowledged, so that whatever is lost is told again. Throws where accounts is away.
 */
export async function feedAccount(room: FeedRoom, accountId: string): Promise<void> {
  await room.background.inTurn(`feed ${accountId}`, async () => {
    const feed = await room.feeds.findOne({ _id: accountId });
    // Balances are read before entries: what is told of a balance is never newer than its entries.
    const account = await room.ledgerAccounts.findOne({ _id: accountId });
    if (feed === null || account === null || !isCustomer(account) || !isBehind(feed, account)) return;
    if (!feed.announced) {
      const { currency: _, ...identifier } = account.customer.reference;
      const aggregates = fedAggregates(await findAccounts(room, identifier));
      await room.bus.ask(putAccounts, { accounts: [fedAccount(account), ...aggregates] });
      await room.feeds.updateOne({ _id: accountId }, { $set: { announced: true } });
    }
    await feedEntries(room, account, feed.sequence);
    const { version } = account;
    await room.bus.ask(putBalances, { bankAccountId: accountId, version, balances: fedBalances(account, room.now()) });
    await room.feeds.updateOne({ _id: accountId }, { $max: { version } });
    if (!isBehindOnOrders(feed, account)) return;
    const standingOrdersVersion = ordersVersionOf(account);
    const standingOrders = await standingOrdersOf(room, accountId);
    await room.bus.ask(putStandingOrders, { bankAccountId: accountId, version: standingOrdersVersion, standingOrders });
    await room.feeds.updateOne({ _id: accountId }, { $max: { standingOrdersVersion } });
  });
}

/** The bank's own, then those that were set up through this interface and have not ended. */
async function standingOrdersOf(room: FeedRoom, accountId: string): Promise<StandingOrder[]> {
  const own = STANDING_ORDERS.filter((order) => order.accountId === accountId).map(fedStandingOrder);
  const setUp = await room.standingOrders.find({ ledgerAccountId: accountId, active: true }).sort({ _id: 1 }).toArray();
  return [...own, ...setUp.map(fedSetUpOrder)];
}

function ordersVersionOf({ orderChanges = 0 }: Pick<CustomerAccount, 'orderChanges'>): number {
  return STANDING_ORDERS_VERSION + orderChanges;
}

function isBehindOnOrders(feed: Feed, account: Pick<CustomerAccount, 'orderChanges'>): boolean {
  return (feed.standingOrdersVersion ?? 0) < ordersVersionOf(account);
}

/** Feeds every account that is behind; one that cannot be told does not keep back the others. */
export async function feedAccounts(room: FeedRoom & Pick<Room, 'log'>): Promise<void> {
  for (const { _id } of await accountsBehind(room)) {
    try {
      await feedAccount(room, _id);
    } catch (error) {
      room.log.debug({ err: error, event: 'feed' }, 'accounts could not be told yet');
    }
  }
}

/** The accounts of which something was not acknowledged yet. */
export async function accountsBehind(room: Pick<Room, 'feeds' | 'ledgerAccounts'>): Promise<{ _id: string }[]> {
  const feeds = new Map((await room.feeds.find().toArray()).map((feed) => [feed._id, feed]));
  const accounts = await room.ledgerAccounts.find({ customer: { $exists: true } }).toArray();
  return accounts.filter((account) => {
    const feed = feeds.get(account._id);
    return feed !== undefined && isBehind(feed, account);
  });
}

function isBehind(feed: Feed, account: Pick<CustomerAccount, 'version' | 'orderChanges'>): boolean {
  return !feed.announced || feed.version < account.version || isBehindOnOrders(feed, account);
}

async function feedEntries(room: FeedRoom, account: CustomerAccount, acknowledged: number): Promise<void> {
  const isCard = account.customer.cashAccountType === 'CARD';
  let sequence = acknowledged;
  for (;;) {
    const page = await room.entries
      .find({ ledgerAccountId: account._id, sequence: { $gt: sequence } })
      .sort({ sequence: 1 })
      .limit(PAGE_MAX)
      .toArray();
    const newest = page.at(-1);
    if (newest === undefined) return;
    const transactions = page.map((entry) => fedTransaction(entry, isCard));
    await room.bus.ask(putTransactions, { bankAccountId: account._id, transactions });
    sequence = newest.sequence;
    await room.feeds.updateOne({ _id: account._id }, { $max: { sequence } });
  }
}
