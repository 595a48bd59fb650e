import { Controller, Inject } from '@nestjs/common';
import type { ReplyOf, RequestOf } from '@xs2a/contracts';
import * as operations from '@xs2a/contracts';
import { Serves } from '@xs2a/service-kit';
import { putAccounts } from './put-accounts.ts';
import { putBalances } from './put-balances.ts';
import { putStandingOrders } from './put-standing-orders.ts';
import { putTransactions } from './put-transactions.ts';
import { AccountsRoom } from './room.ts';
import { withdrawTransactions } from './withdraw-transactions.ts';

/** What the bank tells. Each message may be repeated, and they may come in any order. */
@Controller()
export class FeedController {
  readonly #room: AccountsRoom;

  constructor(@Inject(AccountsRoom) room: AccountsRoom) {
    this.#room = room;
  }

  @Serves(operations.putAccounts)
  putAccounts(request: RequestOf<typeof operations.putAccounts>): Promise<ReplyOf<typeof operations.putAccounts>> {
    return putAccounts(this.#room, request);
  }

  @Serves(operations.putBalances)
  putBalances(request: RequestOf<typeof operations.putBalances>): Promise<ReplyOf<typeof operations.putBalances>> {
    return putBalances(this.#room, request);
  }

  @Serves(operations.putStandingOrders)
  putStandingOrders(
    request: RequestOf<typeof operations.putStandingOrders>,
  ): Promise<ReplyOf<typeof operations.putStandingOrders>> {
    return putStandingOrders(this.#room, request);
  }

  @Serves(operations.putTransactions)
  putTransactions(
    request: RequestOf<typeof operations.putTransactions>,
  ): Promise<ReplyOf<typeof operations.putTransactions>> {
    return putTransactions(this.#room, request);
  }

  @Serves(operations.withdrawTransactions)
  withdrawTransactions(
    request: RequestOf<typeof operations.withdrawTransactions>,
  ): Promise<ReplyOf<typeof operations.withdrawTransactions>> {
    return withdrawTransactions(this.#room, request);
  }
}
