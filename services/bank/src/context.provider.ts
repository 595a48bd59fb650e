import type { FactoryProvider } from '@nestjs/common';
import { BUS, CLOCK, DATABASE, type Database, LOG, type Log, OUTBOX } from '@xs2a/service-kit';
import { BackgroundWork } from './background-work.ts';
import type { BankContext } from './context.ts';
import { BULK_ORDERS, BULK_PIECES } from './model/bulk-order.ts';
import { CHALLENGES, INBOX_MESSAGES } from './model/challenge.ts';
import { DEVICE_PROMPTS } from './model/device-prompt.ts';
import { ENTRIES } from './model/entry.ts';
import { FEEDS } from './model/feed.ts';
import { LEDGER_ACCOUNTS } from './model/ledger-account.ts';
import { ORDERS } from './model/order.ts';
import { POSTINGS } from './model/posting.ts';
import { PSUS } from './model/psu.ts';
import { SEEDINGS } from './model/seeding.ts';
import { STANDING_ORDERS_SET_UP } from './model/standing-order.ts';

export const CONTEXT = Symbol('CONTEXT');

export const contextProvider: FactoryProvider<BankContext> = {
  provide: CONTEXT,
  inject: [DATABASE, BUS, OUTBOX, LOG, CLOCK],
  useFactory: (
    database: Database,
    bus: BankContext['bus'],
    outbox: BankContext['outbox'],
    log: Log,
    now: BankContext['now'],
  ): BankContext => ({
    ledgerAccounts: database.db.collection(LEDGER_ACCOUNTS.name),
    postings: database.db.collection(POSTINGS.name),
    entries: database.db.collection(ENTRIES.name),
    orders: database.db.collection(ORDERS.name),
    bulkOrders: database.db.collection(BULK_ORDERS.name),
    bulkPieces: database.db.collection(BULK_PIECES.name),
    standingOrders: database.db.collection(STANDING_ORDERS_SET_UP.name),
    feeds: database.db.collection(FEEDS.name),
    psus: database.db.collection(PSUS.name),
    challenges: database.db.collection(CHALLENGES.name),
    inboxMessages: database.db.collection(INBOX_MESSAGES.name),
    devicePrompts: database.db.collection(DEVICE_PROMPTS.name),
    seedings: database.db.collection(SEEDINGS.name),
    database,
    bus,
    outbox,
    log,
    now,
    background: new BackgroundWork(log),
  }),
};
