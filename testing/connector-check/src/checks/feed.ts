import { type FeedAccount, refersTo, submitPayment } from '@xs2a/contracts';
import { type Check } from '../check.ts';
import { demand } from '../fault.ts';
import type { Session } from '../session.ts';

/** Checks of the account feed. The service is empty, so everything is sent again. */
export const FEED_CHECKS: readonly Check[] = [
  {
    id: 'feed.account',
    rule: 'the account is sent, with the PSU among its owners',
    source: 'accounts.putAccounts',
    parts: ['accountInformation'],
    run: async (session) => {
      const { owners } = await fedAccount(session);
      demand(owners.includes(session.facts.psu.psuId), 'the PSU is not among its owners');
    },
  },
  {
    id: 'feed.repeated',
    rule: 'a message without an acknowledgement is sent again',
    source: 'Delivery',
    parts: ['accountInformation'],
    run: async (session) => {
      await fedAccount(session);
      const putOff = session.xs2a.putOff.find(({ subject }) => subject === 'accounts.putAccounts');
      demand(putOff !== undefined, 'no account was told at all');
      const ids = (putOff.body as { accounts: { bankAccountId: string }[] }).accounts.map((one) => one.bankAccountId);
      const again = await session.until(
        () => ids.every((id) => session.xs2a.accounts.some((one) => one.bankAccountId === id)) || undefined,
        session.facts.feedSeconds,
      );
      demand(again === true, `not within ${session.facts.feedSeconds} s`);
    },
  },
  {
    id: 'feed.balances',
    rule: 'the balances are sent, closingBooked or interimBooked among them',
    source: 'accounts.putBalances',
    parts: ['accountInformation'],
    run: async (session) => {
      const types = (await balancesOf(session)).map(({ balanceType }) => balanceType);
      demand(types.includes('closingBooked') || types.includes('interimBooked'), types.join(', '));
      return types.join(', ');
    },
  },
  {
    id: 'feed.balance-follows',
    rule: 'a payment is followed by its entry and by balances of a later version',
    source: 'accounts.putBalances',
    parts: ['payments', 'standingOrders'],
    run: async (session) => {
      if (!session.facts.offers.includes('accountInformation')) return 'no account information is offered';
      await balancesOf(session);
      const { bankAccountId } = await fedAccount(session);
      const before = Math.max(...versionsOf(session, bankAccountId));
      const payment = session.payment();
      await session.ask(submitPayment, payment);
      await session.end(payment.paymentId);
      const later = await session.until(
        () => versionsOf(session, bankAccountId).find((version) => version > before),
        session.facts.executionSeconds,
      );
      demand(later !== undefined, `the version is still ${before}`);
    },
  },
];

/** Checks of all entries, including those of the check's own payments. */
export const ENTRY_CHECKS: readonly Check[] = [
  {
    id: 'feed.entries',
    rule: 'entries have one bankReference each, an increasing sequence, and a bookingDate if they are booked',
    source: 'accounts.putTransactions',
    parts: ['accountInformation'],
    run: async (session) => {
      await balancesOf(session);
      const { bankAccountId } = await fedAccount(session);
      const entries = session.xs2a.transactions.filter((page) => page.bankAccountId === bankAccountId);
      const sequences = new Map<number, string>();
      for (const { bankReference, sequence, bookingStatus, bookingDate } of entries.flatMap(
        (page) => page.transactions,
      )) {
        demand(bookingStatus === 'pending' || bookingDate !== undefined, 'a booked entry has no bookingDate');
        const other = sequences.get(sequence);
        demand(other === undefined || other === bankReference, `two entries have the sequence ${sequence}`);
        sequences.set(sequence, bankReference);
      }
      return `${sequences.size} entries of the account`;
    },
  },
];

function versionsOf({ xs2a }: Session, bankAccountId: string): number[] {
  return xs2a.balances.filter((told) => told.bankAccountId === bankAccountId).map(({ version }) => version);
}

async function fedAccount(session: Session): Promise<FeedAccount> {
  const { psu, feedSeconds } = session.facts;
  const isIt = ({ reference, currency }: FeedAccount): boolean => refersTo(psu.account, { ...reference, currency });
  const account = await session.until(() => session.xs2a.accounts.findLast(isIt), feedSeconds);
  demand(account !== undefined, `the account of the facts was not told within ${feedSeconds} s`);
  return account;
}

async function balancesOf(session: Session) {
  const { bankAccountId } = await fedAccount(session);
  const isIt = (told: { bankAccountId: string }): boolean => told.bankAccountId === bankAccountId;
  const told = await session.until(() => session.xs2a.balances.findLast(isIt), session.facts.feedSeconds);
  demand(told !== undefined, `no balances were told within ${session.facts.feedSeconds} s`);
  return told.balances;
}
