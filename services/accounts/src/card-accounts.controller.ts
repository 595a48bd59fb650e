import { Controller, Inject } from '@nestjs/common';
import type { ReplyOf, RequestOf } from '@xs2a/contracts';
import * as operations from '@xs2a/contracts';
import { Serves } from '@xs2a/service-kit';
import { listCardAccounts } from './list-card-accounts.ts';
import { listCardTransactions } from './list-card-transactions.ts';
import { readCardAccount } from './read-card-account.ts';
import { readCardBalances } from './read-card-balances.ts';
import { AccountsRoom } from './room.ts';

/** What a TPP reads of cards under a consent. */
@Controller()
export class CardAccountsController {
  readonly #room: AccountsRoom;

  constructor(@Inject(AccountsRoom) room: AccountsRoom) {
    this.#room = room;
  }

  @Serves(operations.listCardAccounts)
  listCardAccounts(
    request: RequestOf<typeof operations.listCardAccounts>,
  ): Promise<ReplyOf<typeof operations.listCardAccounts>> {
    return listCardAccounts(this.#room, request);
  }

  @Serves(operations.readCardAccount)
  readCardAccount(
    request: RequestOf<typeof operations.readCardAccount>,
  ): Promise<ReplyOf<typeof operations.readCardAccount>> {
    return readCardAccount(this.#room, request);
  }

  @Serves(operations.readCardBalances)
  readCardBalances(
    request: RequestOf<typeof operations.readCardBalances>,
  ): Promise<ReplyOf<typeof operations.readCardBalances>> {
    return readCardBalances(this.#room, request);
  }

  @Serves(operations.listCardTransactions)
  listCardTransactions(
    request: RequestOf<typeof operations.listCardTransactions>,
  ): Promise<ReplyOf<typeof operations.listCardTransactions>> {
    return listCardTransactions(this.#room, request);
  }
}
