import { defineService } from '@xs2a/service-kit';
import { AccountsModule } from './accounts.module.ts';
import { AccountsConfig } from './config.ts';
import { ACCOUNTS } from './model/account.ts';
import { MARKS } from './model/delta-cursor.ts';
import { SECRETS } from './model/page-key.ts';
import { TRANSACTIONS } from './model/transaction.ts';

/** Accounts, balances and transactions: what the bank feeds, read under a consent. */
export const service = defineService({
  name: 'accounts',
  module: AccountsModule,
  config: AccountsConfig,
  collections: [ACCOUNTS, TRANSACTIONS, MARKS, SECRETS],
});
