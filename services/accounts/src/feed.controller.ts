import { Controller, Inject } from '@nestjs/common';
import type { ReplyOf, RequestOf } from '@xs2a/contracts';
import * as operations from '@xs2a/contracts';
import { Serves } from '@xs2a/service-kit';
import { AccountsContext } from './context.ts';
import { putAccounts } from './feed/put-accounts.ts';
import { putBalances } from './feed/put-balances.ts';
import { putStandingOrders } from './feed/put-standing-orders.ts';
import { putTransactions } from './feed/put-transactions.ts';
import { withdrawTransactions } from './feed/withdraw-transactions.ts';

/** What the bank tells. Each message may be repeated, and they may come in any order. */
@Controller()
export class FeedController {
  readonly #context: AccountsContext;

  constructor(@Inject(AccountsContext) context: AccountsContext) {
    this.#context = context;
  }

  @Serves(operations.putAccounts)
  putAccounts(request: RequestOf<typeof operations.putAccounts>): Promise<ReplyOf<typeof operations.putAccounts>> {
    return putAccounts(this.#context, request);
  }

  @Serves(operations.putBalances)
  putBalances(request: RequestOf<typeof operations.putBalances>): Promise<ReplyOf<typeof operations.putBalances>> {
    return putBalances(this.#context, request);
  }

  @Serves(operations.putStandingOrders)
  putStandingOrders(
    request: RequestOf<typeof operations.putStandingOrders>,
  ): Promise<ReplyOf<typeof operations.putStandingOrders>> {
    return putStandingOrders(this.#context, request);
  }

  @Serves(operations.putTransactions)
  putTransactions(
    request: RequestOf<typeof operations.putTransactions>,
  ): Promise<ReplyOf<typeof operations.putTransactions>> {
    return putTransactions(this.#context, request);
  }

  @Serves(operations.withdrawTransactions)
  withdrawTransactions(
    request: RequestOf<typeof operations.withdrawTransactions>,
  ): Promise<ReplyOf<typeof operations.withdrawTransactions>> {
    return withdrawTransactions(this.#context, request);
  }
}
