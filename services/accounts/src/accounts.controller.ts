import { Controller, Inject } from '@nestjs/common';
import type { ReplyOf, RequestOf } from '@xs2a/contracts';
import * as operations from '@xs2a/contracts';
import { Serves } from '@xs2a/service-kit';
import { AccountsContext } from './context.ts';
import { confirmFunds } from './funds/confirm-funds.ts';
import { listAccounts } from './reading/list-accounts.ts';
import { readAccount } from './reading/read-account.ts';
import { readBalances } from './reading/read-balances.ts';
import { downloadTransactions } from './reports/download-transactions.ts';
import { reportTransactions } from './reports/report-transactions.ts';
import { listTransactions } from './transactions/list-transactions.ts';
import { readTransactionDetails } from './transactions/read-transaction-details.ts';

/** What a TPP reads under a consent. */
@Controller()
export class AccountsController {
  readonly #context: AccountsContext;

  constructor(@Inject(AccountsContext) context: AccountsContext) {
    this.#context = context;
  }

  @Serves(operations.listAccounts)
  listAccounts(request: RequestOf<typeof operations.listAccounts>): Promise<ReplyOf<typeof operations.listAccounts>> {
    return listAccounts(this.#context, request);
  }

  @Serves(operations.readAccount)
  readAccount(request: RequestOf<typeof operations.readAccount>): Promise<ReplyOf<typeof operations.readAccount>> {
    return readAccount(this.#context, request);
  }

  @Serves(operations.readBalances)
  readBalances(request: RequestOf<typeof operations.readBalances>): Promise<ReplyOf<typeof operations.readBalances>> {
    return readBalances(this.#context, request);
  }

  @Serves(operations.listTransactions)
  listTransactions(
    request: RequestOf<typeof operations.listTransactions>,
  ): Promise<ReplyOf<typeof operations.listTransactions>> {
    return listTransactions(this.#context, request);
  }

  @Serves(operations.reportTransactions)
  reportTransactions(
    request: RequestOf<typeof operations.reportTransactions>,
  ): Promise<ReplyOf<typeof operations.reportTransactions>> {
    return reportTransactions(this.#context, request);
  }

  @Serves(operations.downloadTransactions)
  downloadTransactions(
    request: RequestOf<typeof operations.downloadTransactions>,
  ): Promise<ReplyOf<typeof operations.downloadTransactions>> {
    return downloadTransactions(this.#context, request);
  }

  @Serves(operations.readTransactionDetails)
  readTransactionDetails(
    request: RequestOf<typeof operations.readTransactionDetails>,
  ): Promise<ReplyOf<typeof operations.readTransactionDetails>> {
    return readTransactionDetails(this.#context, request);
  }

  @Serves(operations.confirmFunds)
  confirmFunds(request: RequestOf<typeof operations.confirmFunds>): Promise<ReplyOf<typeof operations.confirmFunds>> {
    return confirmFunds(this.#context, request);
  }
}
