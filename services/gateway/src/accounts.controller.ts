import { Controller, Inject, Req } from '@nestjs/common';
import * as operations from '@xs2a/contracts';
import { BUS, type Bus } from '@xs2a/service-kit';
import { AccountQuery, transactionQueryOf } from './account-query.ts';
import { type Call, headerOf } from './call.ts';
import { Endpoint } from './endpoint.decorator.ts';
import { type LinkName, Links } from './links.ts';
import { queryOf } from './parse-input.ts';

/** Interface 4.3. */
@Controller()
export class AccountsController {
  readonly #bus: Bus;
  readonly #links: Links;

  constructor(@Inject(BUS) bus: Bus, @Inject(Links) links: Links) {
    this.#bus = bus;
    this.#links = links;
  }

  @Endpoint('getAccountList')
  async getAccountList(@Req() call: Call<'getAccountList'>) {
    const request = { ...reading(call), ...queryOf(call, AccountQuery) };
    const { accounts } = await this.#bus.ask(operations.listAccounts, request);
    return { accounts: accounts.map((account) => this.#linked(account)) };
  }

  @Endpoint('readAccountDetails')
  async readAccountDetails(@Req() call: Call<'readAccountDetails'>) {
    const request = { ...addressed(call), ...queryOf(call, AccountQuery) };
    return { account: this.#linked(await this.#bus.ask(operations.readAccount, request)) };
  }

  @Endpoint('getBalances')
  getBalances(@Req() call: Call<'getBalances'>) {
    return this.#bus.ask(operations.readBalances, addressed(call));
  }

  @Endpoint('getTransactionList')
  async getTransactionList(@Req() call: Call<'getTransactionList'>) {
    const request = { ...addressed(call), ...transactionQueryOf(call) };
    const { account, booked, pending, balances } = await this.#bus.ask(operations.listTransactions, request);
    const links = this.#links.of('account', ['account'], call.params);
    const transactions = { booked: booked?.map(listed), pending: pending?.map(listed), _links: links };
    return { account, transactions, balances };
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

/** The interface addresses an entry by `resourceId`, the standard by `transactionId` (field guide 12, row 8). */
function listed(transaction: operations.Transaction) {
  return { ...transaction, resourceId: transaction.transactionId };
}

/** PSU-IP-Address says that the PSU asked for it: such a read is not counted (interface 5.3). */
function reading(call: Call) {
  const psuPresent = headerOf(call, 'psu-ip-address') !== undefined;
  return { tpp: call.tpp, consentId: headerOf(call, 'consent-id') ?? '', psuPresent };
}

function addressed(call: Call<'readAccountDetails'>) {
  return { ...reading(call), accountId: call.params.accountId };
}
