import type { FactoryProvider } from '@nestjs/common';
import { BUS, CLOCK, DATABASE, type Database, LOG, type Log, OUTBOX } from '@xs2a/service-kit';
import { Background } from './background.ts';
import { BULK_ORDERS, BULK_PIECES } from './bulk-order.ts';
import { CHALLENGES, INBOX_MESSAGES } from './challenge.ts';
import { DEVICE_PROMPTS } from './device-prompt.ts';
import { ENTRIES } from './entry.ts';
import { FEEDS } from './feed.ts';
import { LEDGER_ACCOUNTS } from './ledger-account.ts';
import { ORDERS } from './order.ts';
import { POSTINGS } from './posting.ts';
import { PSUS } from './psu.ts';
import type { Room } from './room.ts';
import { SEEDINGS } from './seeding.ts';
import { STANDING_ORDERS_SET_UP } from './standing-order.ts';

export const ROOM = Symbol('ROOM');

export const roomProvider: FactoryProvider<Room> = {
  provide: ROOM,
  inject: [DATABASE, BUS, OUTBOX, LOG, CLOCK],
  useFactory: (database: Database, bus: Room['bus'], outbox: Room['outbox'], log: Log, now: Room['now']): Room => ({
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
    background: new Background(log),
  }),
};
