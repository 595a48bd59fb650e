import type { OtherBanks } from '@xs2a/payee-scheme';
import { Clocks, SANDBOX_CLOCKS } from '@xs2a/sandbox-clocks';
import type { Bus, Clock, Database, Kit, Log, Metrics, OutboxSender } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import { BackgroundWork } from './background-work.ts';
import type { BankConfig } from './config.ts';
import { BULK_ORDERS, BULK_PIECES, type BulkOrder, type BulkPiece } from './model/bulk-order.ts';
import { CHALLENGES, type Challenge, INBOX_MESSAGES, type StoredInboxMessage } from './model/challenge.ts';
import { DEVICE_PROMPTS, type StoredDevicePrompt } from './model/device-prompt.ts';
import { ENTRIES, type Entry } from './model/entry.ts';
import { FEEDS, type Feed } from './model/feed.ts';
import { LEDGER_ACCOUNTS, type LedgerAccount } from './model/ledger-account.ts';
import { ORDERS, type Order } from './model/order.ts';
import { POSTINGS, type Posting } from './model/posting.ts';
import { PSUS, type Psu } from './model/psu.ts';
import { REGISTRATIONS, type StoredRegistrations } from './model/registrations.ts';
import { SEEDINGS, type Seeding } from './model/seeding.ts';
import { STANDING_ORDERS_SET_UP, type StoredStandingOrder } from './model/standing-order.ts';
import { type StoredWorkspace, WORKSPACES } from './model/workspace.ts';

/** Dependencies of the bank's use cases. */
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
  readonly workspaces: Collection<StoredWorkspace>;
  readonly registrations: Collection<StoredRegistrations>;
  readonly database: Database;
  readonly bus: Bus;
  readonly outbox: OutboxSender;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly now: Clock;
  readonly clocks: Clocks;
  readonly background: BackgroundWork;
  readonly portalUrl?: string | undefined;
  /** Maximum number of developers with a sandbox of their own. */
  readonly workspacesMax: number;
  /** Maximum number of registrations from one address per hour. */
  readonly workspacesPerHourMax: number;
  /** The test authority that issues certificates of developers; undefined where there is none. */
  readonly authorityFiles?: { readonly certificate: string; readonly key: string } | undefined;
  readonly identityProviderPort?: number | undefined;
  /** Settings of the scheme between banks, and the other banks once they can be asked. */
  readonly payeeScheme: { readonly settingsFile?: string | undefined; otherBanks?: OtherBanks };
  /** Ends what runs beside the operations of the bus. */
  readonly beside: AsyncDisposableStack;
}

export function createContext({
  config,
  collection,
  database,
  bus,
  outbox,
  log,
  metrics,
  now,
}: Kit<BankConfig>): BankContext {
  return {
    ledgerAccounts: collection(LEDGER_ACCOUNTS),
    postings: collection(POSTINGS),
    entries: collection(ENTRIES),
    orders: collection(ORDERS),
    bulkOrders: collection(BULK_ORDERS),
    bulkPieces: collection(BULK_PIECES),
    standingOrders: collection(STANDING_ORDERS_SET_UP),
    feeds: collection(FEEDS),
    psus: collection(PSUS),
    challenges: collection(CHALLENGES),
    inboxMessages: collection(INBOX_MESSAGES),
    devicePrompts: collection(DEVICE_PROMPTS),
    seedings: collection(SEEDINGS),
    workspaces: collection(WORKSPACES),
    registrations: collection(REGISTRATIONS),
    database,
    bus,
    outbox,
    log,
    metrics,
    now,
    clocks: new Clocks(collection(SANDBOX_CLOCKS), 'psu'),
    background: new BackgroundWork(log),
    portalUrl: config.PORTAL_URL,
    workspacesMax: config.WORKSPACES_MAX,
    workspacesPerHourMax: config.WORKSPACES_PER_HOUR_MAX,
    authorityFiles: authorityFilesOf(config),
    identityProviderPort: config.IDENTITY_PROVIDER_PORT,
    payeeScheme: { settingsFile: config.PAYEE_SCHEME },
    beside: new AsyncDisposableStack(),
  };
}

function authorityFilesOf({
  TEST_AUTHORITY_CERTIFICATE,
  TEST_AUTHORITY_KEY,
}: BankConfig): BankContext['authorityFiles'] {
  if (TEST_AUTHORITY_CERTIFICATE === undefined || TEST_AUTHORITY_KEY === undefined) return undefined;
  return { certificate: TEST_AUTHORITY_CERTIFICATE, key: TEST_AUTHORITY_KEY };
}
