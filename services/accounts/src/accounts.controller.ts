import { Controller, Inject } from '@nestjs/common';
import type { ReplyOf, RequestOf } from '@xs2a/contracts';
import * as operations from '@xs2a/contracts';
import { Serves } from '@xs2a/service-kit';
import { confirmFunds } from './confirm-funds.ts';
import { downloadTransactions } from './download-transactions.ts';
import { listAccounts } from './list-accounts.ts';
import { listTransactions } from './list-transactions.ts';
import { readAccount } from './read-account.ts';
import { readBalances } from './read-balances.ts';
import { readTransactionDetails } from './read-transaction-details.ts';
import { reportTransactions } from './report-transactions.ts';
import { AccountsRoom } from './room.ts';

/** What a TPP reads under a consent. */
@Controller()
export class AccountsController {
  readonly #room: AccountsRoom;

  constructor(@Inject(AccountsRoom) room: AccountsRoom) {
    this.#room = room;
  }

  @Serves(operations.listAccounts)
  listAccounts(request: RequestOf<typeof operations.listAccounts>): Promise<ReplyOf<typeof operations.listAccounts>> {
    return listAccounts(this.#room, request);
  }

  @Serves(operations.readAccount)
  readAccount(request: RequestOf<typeof operations.readAccount>): Promise<ReplyOf<typeof operations.readAccount>> {
    return readAccount(this.#room, request);
  }

  @Serves(operations.readBalances)
  readBalances(request: RequestOf<typeof operations.readBalances>): Promise<ReplyOf<typeof operations.readBalances>> {
    return readBalances(this.#room, request);
  }

  @Serves(operations.listTransactions)
  listTransactions(
    request: RequestOf<typeof operations.listTransactions>,
  ): Promise<ReplyOf<typeof operations.listTransactions>> {
    return listTransactions(this.#room, request);
  }

  @Serves(operations.reportTransactions)
  reportTransactions(
    request: RequestOf<typeof operations.reportTransactions>,
  ): Promise<ReplyOf<typeof operations.reportTransactions>> {
    return reportTransactions(this.#room, request);
  }

  @Serves(operations.downloadTransactions)
  downloadTransactions(
    request: RequestOf<typeof operations.downloadTransactions>,
  ): Promise<ReplyOf<typeof operations.downloadTransactions>> {
    return downloadTransactions(this.#room, request);
  }

  @Serves(operations.readTransactionDetails)
  readTransactionDetails(
    request: RequestOf<typeof operations.readTransactionDetails>,
  ): Promise<ReplyOf<typeof operations.readTransactionDetails>> {
    return readTransactionDetails(this.#room, request);
  }

  @Serves(operations.confirmFunds)
  confirmFunds(request: RequestOf<typeof operations.confirmFunds>): Promise<ReplyOf<typeof operations.confirmFunds>> {
    return confirmFunds(this.#room, request);
  }
}
