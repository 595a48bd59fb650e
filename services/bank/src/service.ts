import { defineService } from '@xs2a/service-kit';
import { BankModule } from './bank.module.ts';
import { BULK_ORDERS, BULK_PIECES } from './bulk-order.ts';
import { CHALLENGES, INBOX_MESSAGES } from './challenge.ts';
import { BankConfig } from './config.ts';
import { DEVICE_PROMPTS } from './device-prompt.ts';
import { ENTRIES } from './entry.ts';
import { FEEDS } from './feed.ts';
import { LEDGER_ACCOUNTS } from './ledger-account.ts';
import { ORDERS } from './order.ts';
import { POSTINGS } from './posting.ts';
import { PSUS } from './psu.ts';
import { SEEDINGS } from './seeding.ts';
import { STANDING_ORDERS_SET_UP } from './standing-order.ts';

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
