import { Controller, Inject, Req } from '@nestjs/common';
import * as operations from '@xs2a/contracts';
import { BUS, type Bus } from '@xs2a/service-kit';
import { AccountQuery, transactionQueryOf } from './account-query.ts';
import { askForReading, reading, readingOfAccount } from './account-reading.ts';
import type { Call } from './call.ts';
import { Endpoint } from './endpoint.decorator.ts';
import { type LinkName, Links } from './links.ts';
import { queryOf } from './parse-input.ts';

/** Card accounts (Implementation Guidelines, Read Card Account Data Requests). */
@Controller()
export class CardAccountsController {
  readonly #bus: Bus;
  readonly #links: Links;

  constructor(@Inject(BUS) bus: Bus, @Inject(Links) links: Links) {
    this.#bus = bus;
    this.#links = links;
  }

  @Endpoint('getCardAccount')
  async getCardAccount(@Req() call: Call<'getCardAccount'>) {
    const request = { ...reading(call), ...queryOf(call, AccountQuery) };
    const { cardAccounts } = await askForReading(this.#bus, call, operations.listCardAccounts, request);
    return { cardAccounts: cardAccounts.map((cardAccount) => this.#linked(cardAccount)) };
  }

  @Endpoint('readCardAccount')
  async readCardAccount(@Req() call: Call<'readCardAccount'>) {
    const request = { ...readingOfAccount(call), ...queryOf(call, AccountQuery) };
    return { cardAccount: this.#linked(await askForReading(this.#bus, call, operations.readCardAccount, request)) };
  }

  @Endpoint('getCardAccountBalances')
  getCardAccountBalances(@Req() call: Call<'getCardAccountBalances'>) {
    return askForReading(this.#bus, call, operations.readCardBalances, readingOfAccount(call));
  }

  @Endpoint('getCardAccountTransactionList')
  async getCardAccountTransactionList(@Req() call: Call<'getCardAccountTransactionList'>) {
    const query = transactionQueryOf(call);
    const asked = await askForReading(this.#bus, call, operations.listCardTransactions, {
      ...readingOfAccount(call),
      ...query,
    });
    const { booked, pending, pages, ...report } = asked;
    const links = {
      ...this.#links.of('cardAccount', ['cardAccount'], call.params),
      ...this.#links.ofPages('getCardAccountTransactionList', call.params, { query, pages }),
    };
    return { ...report, cardTransactions: { booked, pending, _links: links } };
  }

  /** The interface names the link to the entries `transactions`, the guidelines `cardTransactions`: both are sent. */
  #linked({ cardAccount, mayReadBalances, mayReadTransactions }: operations.CardAccountWithRights) {
    const names: LinkName[] = [];
    if (mayReadBalances) names.push('balances');
    if (mayReadTransactions) names.push('transactions', 'cardTransactions');
    if (names.length === 0) return cardAccount;
    return { ...cardAccount, _links: this.#links.of('cardAccount', names, { accountId: cardAccount.resourceId }) };
  }
}
