import * as operations from '@xs2a/contracts';
import { defineService, handler, SECRETS, versionOf } from '@xs2a/service-kit';
import { listCardAccounts } from './cards/list-card-accounts.ts';
import { listCardTransactions } from './cards/list-card-transactions.ts';
import { readCardAccount } from './cards/read-card-account.ts';
import { readCardBalances } from './cards/read-card-balances.ts';
import { AccountsConfig } from './config.ts';
import { createContext } from './context.ts';
import { putAccounts } from './feed/put-accounts.ts';
import { putBalances } from './feed/put-balances.ts';
import { putStandingOrders } from './feed/put-standing-orders.ts';
import { putTransactions } from './feed/put-transactions.ts';
import { withdrawTransactions } from './feed/withdraw-transactions.ts';
import { confirmFunds } from './funds/confirm-funds.ts';
import { ACCOUNTS } from './model/account.ts';
import { DELTA_CURSORS } from './model/delta-cursor.ts';
import { TRANSACTIONS } from './model/transaction.ts';
import { pageTokenSecret } from './page-token-secret.ts';
import { PERSONAL_DATA } from './personal-data.ts';
import { isTrustedBeneficiary } from './reading/is-trusted-beneficiary.ts';
import { listAccounts } from './reading/list-accounts.ts';
import { readAccount } from './reading/read-account.ts';
import { readBalances } from './reading/read-balances.ts';
import { readTrustedBeneficiaries } from './reading/read-trusted-beneficiaries.ts';
import { downloadTransactions } from './reports/download-transactions.ts';
import { reportTransactions } from './reports/report-transactions.ts';
import { listTransactions } from './transactions/list-transactions.ts';
import { readTransactionDetails } from './transactions/read-transaction-details.ts';

/** Accounts, balances and transactions: the bank feeds them, TPPs read them under a consent. */
export const service = defineService({
  name: 'accounts',
  version: versionOf(import.meta.url),
  config: AccountsConfig,
  checkSettings: ({ config }) => void pageTokenSecret(config),
  collections: [ACCOUNTS, TRANSACTIONS, DELTA_CURSORS, SECRETS],
  personalData: PERSONAL_DATA,
  createContext,
  handlers: [
    handler(operations.putAccounts, putAccounts),
    handler(operations.putBalances, putBalances),
    handler(operations.putStandingOrders, putStandingOrders),
    handler(operations.putTransactions, putTransactions),
    handler(operations.withdrawTransactions, withdrawTransactions),
    handler(operations.listAccounts, listAccounts),
    handler(operations.readAccount, readAccount),
    handler(operations.readBalances, readBalances),
    handler(operations.readTrustedBeneficiaries, readTrustedBeneficiaries),
    handler(operations.isTrustedBeneficiary, isTrustedBeneficiary),
    handler(operations.listTransactions, listTransactions),
    handler(operations.readTransactionDetails, readTransactionDetails),
    handler(operations.reportTransactions, reportTransactions),
    handler(operations.downloadTransactions, downloadTransactions),
    handler(operations.listCardAccounts, listCardAccounts),
    handler(operations.readCardAccount, readCardAccount),
    handler(operations.readCardBalances, readCardBalances),
    handler(operations.listCardTransactions, listCardTransactions),
    handler(operations.confirmFunds, confirmFunds),
  ],
});
