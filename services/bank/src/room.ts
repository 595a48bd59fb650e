import type { Bus, Clock, Database, Log, OutboxSender } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import type { Background } from './background.ts';
import type { BulkOrder, BulkPiece } from './bulk-order.ts';
import type { Challenge, StoredInboxMessage } from './challenge.ts';
import type { StoredDevicePrompt } from './device-prompt.ts';
import type { Entry } from './entry.ts';
import type { Feed } from './feed.ts';
import type { LedgerAccount } from './ledger-account.ts';
import type { Order } from './order.ts';
import type { Posting } from './posting.ts';
import type { Psu } from './psu.ts';
import type { Seeding } from './seeding.ts';
import type { StoredStandingOrder } from './standing-order.ts';

/** What the bank's use cases need. */
export interface Room {
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
  readonly background: Background;
}
