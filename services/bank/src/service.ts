import { defineService } from '@xs2a/service-kit';
import { BankModule } from './bank.module.ts';
import { BankConfig } from './config.ts';
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

/** The sandbox bank: PSUs, accounts, a double-entry ledger, one-time codes, and the feed to accounts. */
export const service = defineService({
  name: 'bank',
  module: BankModule,
  config: BankConfig,
  collections: [
    LEDGER_ACCOUNTS,
    POSTINGS,
    ENTRIES,
    ORDERS,
    BULK_ORDERS,
    BULK_PIECES,
    STANDING_ORDERS_SET_UP,
    FEEDS,
    PSUS,
    CHALLENGES,
    INBOX_MESSAGES,
    DEVICE_PROMPTS,
    SEEDINGS,
  ],
});
