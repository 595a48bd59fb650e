import type { Bus, Clock, Database, Log, OutboxSender } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import type { BackgroundWork } from './background-work.ts';
import type { BulkOrder, BulkPiece } from './model/bulk-order.ts';
import type { Challenge, StoredInboxMessage } from './model/challenge.ts';
import type { StoredDevicePrompt } from './model/device-prompt.ts';
import type { Entry } from './model/entry.ts';
import type { Feed } from './model/feed.ts';
import type { LedgerAccount } from './model/ledger-account.ts';
import type { Order } from './model/order.ts';
import type { Posting } from './model/posting.ts';
import type { Psu } from './model/psu.ts';
import type { Seeding } from './model/seeding.ts';
import type { StoredStandingOrder } from './model/standing-order.ts';

/** What the bank's use cases need. */
export interface BankContext {
  readonly ledgerAccounts: Collection<LedgerAccount>;
  readonly postings: Collection<Posting>;
  readonly entries: Collection<Entry>;
  readonly orders: Collection<Order>;
  readonly bulkOrders: Collection<BulkOrder>;
  readonly bulkPieces: Collection<BulkPiece>;
  readonly standingOrders: Collection<StoredStandingOrder>;
  readonly feeds: Collection<Feed>;
  readonly psus: Collection<Psu>;
  readonly challenges: Collection<Challenge>;
  readonly inboxMessages: Collection<StoredInboxMessage>;
  readonly devicePrompts: Collection<StoredDevicePrompt>;
  readonly seedings: Collection<Seeding>;
  readonly database: Database;
  readonly bus: Bus;
  readonly outbox: OutboxSender;
  readonly log: Log;
  readonly now: Clock;
  readonly background: BackgroundWork;
}
