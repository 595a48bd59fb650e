import { Controller, Inject, Req, Res } from '@nestjs/common';
import * as operations from '@xs2a/contracts';
import { BUS, type Bus, PROFILE } from '@xs2a/service-kit';
import type { Response } from 'express';
import { AccountQuery, transactionQueryOf } from './account-query.ts';
import { askForReading, reading, readingOfAccount } from './account-reading.ts';
import type { Call } from './call.ts';
import { Endpoint } from './endpoint.decorator.ts';
import { type LinkName, Links } from './links.ts';
import { messageIn } from './offered-types.ts';
import { queryOf } from './parse-input.ts';
import { answerWithReport, streamReport } from './report-answer.ts';

/** Accounts, their balances and transactions (Implementation Guidelines, Read Account Data Requests). */
@Controller()
export class AccountsController {
  readonly #bus: Bus;
  readonly #links: Links;
  readonly #profile: operations.AspspProfile;

  constructor(@Inject(BUS) bus: Bus, @Inject(Links) links: Links, @Inject(PROFILE) profile: operations.AspspProfile) {
    this.#bus = bus;
    this.#links = links;
    this.#profile = profile;
  }

  @Endpoint('getAccountList')
  async getAccountList(@Req() call: Call<'getAccountList'>) {
    const request = { ...reading(call), ...queryOf(call, AccountQuery) };
    const { accounts } = await askForReading(this.#bus, call, operations.listAccounts, request);
    return { accounts: accounts.map((account) => this.#linked(account)) };
  }

  @Endpoint('readAccountDetails')
  async readAccountDetails(@Req() call: Call<'readAccountDetails'>) {
    const request = { ...readingOfAccount(call), ...queryOf(call, AccountQuery) };
    return { account: this.#linked(await askForReading(this.#bus, call, operations.readAccount, request)) };
  }

  @Endpoint('getBalances')
  getBalances(@Req() call: Call<'getBalances'>) {
    return askForReading(this.#bus, call, operations.readBalances, readingOfAccount(call));
  }

  @Endpoint('getTransactionList')
  async getTransactionList(@Req() call: Call<'getTransactionList'>) {
    const query = transactionQueryOf(call);
    const message = messageIn(call.answerType, query.bookingStatus, this.#profile);
    if (message !== undefined) {
      return answerWithReport({ bus: this.#bus, links: this.#links }, { call, query, message });
    }
    const asked = await askForReading(this.#bus, call, operations.listTransactions, {
      ...readingOfAccount(call),
      ...query,
    });
    const { account, booked, pending, information, balances, pages } = asked;
    const links = {
      ...this.#links.of('account', ['account'], call.params),
      ...this.#links.ofPages('getTransactionList', call.params, { query, pages }),
    };
    const listed = (entry: operations.Transaction) => this.#listed(entry, call.params.accountId);
    const transactions = { booked: booked?.map(listed), pending: pending?.map(listed), information, _links: links };
    return { account, transactions, balances };
  }

  @Endpoint('downloadTransactions')
  downloadTransactions(@Req() call: Call<'downloadTransactions'>, @Res() response: Response): Promise<void> {
    return streamReport(this.#bus, { call, response });
  }

  /** The answer is flat (decision 14). */
  @Endpoint('getTransactionDetails')
  async getTransactionDetails(@Req() call: Call<'getTransactionDetails'>) {
    const request = { ...readingOfAccount(call), transactionId: call.params.transactionId };
    const { transaction } = await askForReading(this.#bus, call, operations.readTransactionDetails, request);
    return { transactionsDetails: withResourceId(transaction) };
  }

  #listed(transaction: operations.Transaction, accountId: string) {
    const { transactionId } = transaction;
    const links = this.#links.of('account', ['transactionDetails'], { accountId, transactionId });
    return { ...withResourceId(transaction), _links: links };
  }

  /** Links lead only where the consent lets the TPP go. */
  #linked({ account, mayReadBalances, mayReadTransactions }: operations.AccountWithRights) {
    const names: LinkName[] = [];
    if (mayReadBalances) names.push('balances');
    if (mayReadTransactions) names.push('transactions');
    if (names.length === 0) return account;
    return { ...account, _links: this.#links.of('account', names, { accountId: account.resourceId }) };
  }
}

/** The Croatian profile addresses an entry by `resourceId`, the guidelines by `transactionId` (decision 14). */
function withResourceId(transaction: operations.Transaction) {
  return { ...transaction, resourceId: transaction.transactionId };
}
