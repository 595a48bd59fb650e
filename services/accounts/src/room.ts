import { Inject, Injectable } from '@nestjs/common';
import type { AspspProfile } from '@xs2a/contracts';
import { BUS, type Bus, CLOCK, type Clock, InjectCollection, PROFILE } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import { ACCOUNTS, type Account } from './account.ts';
import { type StoredTransaction, TRANSACTIONS } from './transaction.ts';

/** What the use cases of this service work with. */
@Injectable()
export class AccountsRoom {
  readonly accounts: Collection<Account>;
  readonly transactions: Collection<StoredTransaction>;
  readonly bus: Bus;
  readonly profile: AspspProfile;
  readonly now: Clock;

  constructor(
    @InjectCollection(ACCOUNTS) accounts: Collection<Account>,
    @InjectCollection(TRANSACTIONS) transactions: Collection<StoredTransaction>,
    @Inject(BUS) bus: Bus,
    @Inject(PROFILE) profile: AspspProfile,
    @Inject(CLOCK) now: Clock,
  ) {
    this.accounts = accounts;
    this.transactions = transactions;
    this.bus = bus;
    this.profile = profile;
    this.now = now;
  }
}
