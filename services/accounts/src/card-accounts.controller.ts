import { Controller, Inject } from '@nestjs/common';
import type { ReplyOf, RequestOf } from '@xs2a/contracts';
import * as operations from '@xs2a/contracts';
import { Serves } from '@xs2a/service-kit';
import { listCardAccounts } from './cards/list-card-accounts.ts';
import { listCardTransactions } from './cards/list-card-transactions.ts';
import { readCardAccount } from './cards/read-card-account.ts';
import { readCardBalances } from './cards/read-card-balances.ts';
import { AccountsContext } from './context.ts';

/** What a TPP reads of cards under a consent. */
@Controller()
export class CardAccountsController {
  readonly #context: AccountsContext;

  constructor(@Inject(AccountsContext) context: AccountsContext) {
    this.#context = context;
  }

  @Serves(operations.listCardAccounts)
  listCardAccounts(
    request: RequestOf<typeof operations.listCardAccounts>,
  ): Promise<ReplyOf<typeof operations.listCardAccounts>> {
    return listCardAccounts(this.#context, request);
  }

  @Serves(operations.readCardAccount)
  readCardAccount(
    request: RequestOf<typeof operations.readCardAccount>,
  ): Promise<ReplyOf<typeof operations.readCardAccount>> {
    return readCardAccount(this.#context, request);
  }

  @Serves(operations.readCardBalances)
  readCardBalances(
    request: RequestOf<typeof operations.readCardBalances>,
  ): Promise<ReplyOf<typeof operations.readCardBalances>> {
    return readCardBalances(this.#context, request);
  }

  @Serves(operations.listCardTransactions)
  listCardTransactions(
    request: RequestOf<typeof operations.listCardTransactions>,
  ): Promise<ReplyOf<typeof operations.listCardTransactions>> {
    return listCardTransactions(this.#context, request);
  }
}
