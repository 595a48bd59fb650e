import { Controller, Inject, Req } from '@nestjs/common';
import * as operations from '@xs2a/contracts';
import { CONTEXT } from '@xs2a/service-kit';
import type { GatewayContext } from '../../context.ts';
import type { LinkName } from '../../links/link-names.ts';
import type { Call } from '../../request/call.ts';
import { queryOf } from '../../request/parse-input.ts';
import { Endpoint } from '../../routing/endpoint.decorator.ts';
import { AccountQuery, transactionQueryOf } from './account-query.ts';
import { accountReadRequest, readFromAccounts, readRequest } from './read-accounts.ts';

/** Card accounts: balances and transactions. */
@Controller()
export class CardAccountsController {
  readonly #context: GatewayContext;

  constructor(@Inject(CONTEXT) context: GatewayContext) {
    this.#context = context;
  }

  @Endpoint('getCardAccount')
  async getCardAccount(@Req() call: Call<'getCardAccount'>) {
    const request = { ...readRequest(call), ...queryOf(call, AccountQuery) };
    const { cardAccounts } = await readFromAccounts(this.#context.bus, call, operations.listCardAccounts, request);
    return { cardAccounts: cardAccounts.map((cardAccount) => this.#linked(cardAccount)) };
  }

  @Endpoint('readCardAccount')
  async readCardAccount(@Req() call: Call<'readCardAccount'>) {
    const request = { ...accountReadRequest(call), ...queryOf(call, AccountQuery) };
    return {
      cardAccount: this.#linked(await readFromAccounts(this.#context.bus, call, operations.readCardAccount, request)),
    };
  }

  @Endpoint('getCardAccountBalances')
  getCardAccountBalances(@Req() call: Call<'getCardAccountBalances'>) {
    return readFromAccounts(this.#context.bus, call, operations.readCardBalances, accountReadRequest(call));
  }

  @Endpoint('getCardAccountTransactionList')
  async getCardAccountTransactionList(@Req() call: Call<'getCardAccountTransactionList'>) {
    const query = transactionQueryOf(call);
    const reply = await readFromAccounts(this.#context.bus, call, operations.listCardTransactions, {
      ...accountReadRequest(call),
      ...query,
    });
    const { booked, pending, pages, ...report } = reply;
    const links = {
      ...this.#context.links.of('cardAccount', ['cardAccount'], call.params),
      ...this.#context.links.ofPages('getCardAccountTransactionList', call.params, { query, pages }),
    };
    return { ...report, cardTransactions: { booked, pending, _links: links } };
  }

  /** Adds links. The Croatian profile names the link to transactions `transactions`, the standard `cardTransactions`; both are sent. */
  #linked({ cardAccount, mayReadBalances, mayReadTransactions }: operations.CardAccountWithRights) {
    const names: LinkName[] = [];
    if (mayReadBalances) names.push('balances');
    if (mayReadTransactions) names.push('transactions', 'cardTransactions');
    if (names.length === 0) return cardAccount;
    return {
      ...cardAccount,
      _links: this.#context.links.of('cardAccount', names, { accountId: cardAccount.resourceId }),
    };
  }
}
