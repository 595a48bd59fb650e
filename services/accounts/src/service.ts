import { defineService } from '@xs2a/service-kit';
import { ACCOUNTS } from './account.ts';
import { AccountsModule } from './accounts.module.ts';
import { AccountsConfig } from './config.ts';
import { MARKS } from './mark.ts';
import { SECRETS } from './secret.ts';
import { TRANSACTIONS } from './transaction.ts';

/** Accounts, balances and transactions: what the bank feeds, read under a consent. */
export const service = defineService({
  name: 'accounts',
  module: AccountsModule,
  config: AccountsConfig,
  collections: [ACCOUNTS, TRANSACTIONS, MARKS, SECRETS],
});
