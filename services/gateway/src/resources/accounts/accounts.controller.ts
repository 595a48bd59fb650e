import { Controller, Inject, Req, Res } from '@nestjs/common';
import * as operations from '@xs2a/contracts';
import { EDITIONS, entryAnswer, remittanceAnswer } from '@xs2a/contracts';
import { CONTEXT } from '@xs2a/service-kit';
import type { Response } from 'express';
import { answerStyle, type Replacer } from '../../answers/answer-style.ts';
import type { GatewayContext } from '../../context.ts';
import type { LinkName } from '../../links/link-names.ts';
import { messageIn } from '../../request/answer-types.ts';
import type { Call } from '../../request/call.ts';
import { queryOf } from '../../request/parse-input.ts';
import { Endpoint } from '../../routing/endpoint.decorator.ts';
import { AccountQuery, transactionQueryOf, trustedBeneficiariesQueryOf } from './account-query.ts';
import { pageAnswer } from './page-answer.ts';
import { accountReadRequest, readFromAccounts, readRequest } from './read-accounts.ts';
import { answerWithReport, streamReport } from './transaction-report.ts';

/** Payment accounts: balances and transactions. */
@Controller()
export class AccountsController {
  readonly #context: GatewayContext;
  readonly #style: Replacer | undefined;

  constructor(@Inject(CONTEXT) context: GatewayContext) {
    this.#context = context;
    this.#style = answerStyle(context.profile);
  }

  @Endpoint('getAccountList')
  async getAccountList(@Req() call: Call<'getAccountList'>) {
    const request = { ...readRequest(call), ...queryOf(call, AccountQuery) };
    const { accounts } = await readFromAccounts(this.#context.bus, call, operations.listAccounts, request);
    return { accounts: accounts.map((account) => this.#linked(account)) };
  }

  @Endpoint('readAccountDetails')
  async readAccountDetails(@Req() call: Call<'readAccountDetails'>) {
    const request = { ...accountReadRequest(call), ...queryOf(call, AccountQuery) };
    return { account: this.#linked(await readFromAccounts(this.#context.bus, call, operations.readAccount, request)) };
  }

  @Endpoint('getBalances')
  getBalances(@Req() call: Call<'getBalances'>) {
    return readFromAccounts(this.#context.bus, call, operations.readBalances, accountReadRequest(call));
  }

  @Endpoint('getTrustedBeneficiariesList')
  getTrustedBeneficiariesList(@Req() call: Call<'getTrustedBeneficiariesList'>) {
    const request = { ...readRequest(call), ...trustedBeneficiariesQueryOf(call) };
    return readFromAccounts(this.#context.bus, call, operations.readTrustedBeneficiaries, request);
  }

  @Endpoint('getTransactionList')
  async getTransactionList(@Req() call: Call<'getTransactionList'>) {
    const query = transactionQueryOf(call);
    const message = messageIn(call.answerType, query.bookingStatus, this.#context.profile);
    if (message !== undefined) {
      return answerWithReport(this.#context, { call, query, message });
    }
    const reply = await readFromAccounts(this.#context.bus, call, operations.listTransactions, {
      ...accountReadRequest(call),
      ...query,
      renderedAt: operations.href('getTransactionDetails', { ...call.params, transactionId: '' }),
    });
    const { account, booked, pending, information, balances, pages, rendered, bytes } = reply;
    const links = {
      ...this.#context.links.of('account', ['account'], call.params),
      ...this.#context.links.ofPages('getTransactionList', call.params, { query, pages }),
    };
    const listed = (entry: operations.Transaction) => this.#listed(entry, call.params.accountId);
    const orders = information?.map((order) => remittanceAnswer(order, this.#context.profile));
    if (rendered !== undefined && bytes !== undefined) {
      return pageAnswer({ account, information: orders, links, balances }, { rendered, bytes }, this.#style);
    }
    // An earlier version of the accounts service does not render lists.
    const lists = { booked: booked?.map(listed), pending: pending?.map(listed), information: orders };
    return { account, transactions: { ...lists, _links: links }, balances };
  }

  @Endpoint('downloadTransactions')
  downloadTransactions(@Req() call: Call<'downloadTransactions'>, @Res() response: Response): Promise<void> {
    return streamReport(this.#context.bus, { call, response });
  }

  @Endpoint('getTransactionDetails')
  async getTransactionDetails(@Req() call: Call<'getTransactionDetails'>) {
    const request = { ...accountReadRequest(call), transactionId: call.params.transactionId };
    const { transaction } = await readFromAccounts(this.#context.bus, call, operations.readTransactionDetails, request);
    const { profile } = this.#context;
    const details = entryAnswer(transaction, profile);
    const { nestsTransactionDetails } = EDITIONS[profile.edition];
    return { transactionsDetails: nestsTransactionDetails ? { transactionDetails: details } : details };
  }

  #listed(transaction: operations.Transaction, accountId: string) {
    const { transactionId } = transaction;
    const links = this.#context.links.of('account', ['transactionDetails'], { accountId, transactionId });
    return { ...entryAnswer(transaction, this.#context.profile), _links: links };
  }

  /** Adds the links that the consent permits. */
  #linked({
    account,
    mayReadBalances,
    mayReadTransactions,
    mayReadTrustedBeneficiaries,
  }: operations.AccountWithRights) {
    const names: LinkName[] = [];
    if (mayReadBalances) names.push('balances');
    if (mayReadTransactions) names.push('transactions');
    if (mayReadTrustedBeneficiaries && this.#context.profile.trustedBeneficiaries) names.push('trustedBeneficiaries');
    if (names.length === 0) return account;
    return { ...account, _links: this.#context.links.of('account', names, { accountId: account.resourceId }) };
  }
}
