import { Inject, Injectable } from '@nestjs/common';
import type { AspspProfile } from '@xs2a/contracts';
import { BUS, type Bus, CLOCK, type Clock, CONFIG, InjectCollection, PROFILE } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import type { AccountsConfig } from './config.ts';
import { ACCOUNTS, type Account } from './model/account.ts';
import { MARKS, type Mark } from './model/delta-cursor.ts';
import { type KeyOfPages, keyOfPages, SECRETS, type Secret } from './model/page-key.ts';
import { type StoredTransaction, TRANSACTIONS } from './model/transaction.ts';

/** What the use cases of this service work with. */
@Injectable()
export class AccountsContext {
  readonly accounts: Collection<Account>;
  readonly transactions: Collection<StoredTransaction>;
  readonly marks: Collection<Mark>;
  readonly keyOfPages: KeyOfPages;
  readonly bus: Bus;
  readonly profile: AspspProfile;
  readonly now: Clock;

  constructor(
    @InjectCollection(ACCOUNTS) accounts: Collection<Account>,
    @InjectCollection(TRANSACTIONS) transactions: Collection<StoredTransaction>,
    @InjectCollection(MARKS) marks: Collection<Mark>,
    @InjectCollection(SECRETS) secrets: Collection<Secret>,
    @Inject(CONFIG) config: AccountsConfig,
    @Inject(BUS) bus: Bus,
    @Inject(PROFILE) profile: AspspProfile,
    @Inject(CLOCK) now: Clock,
  ) {
    this.accounts = accounts;
    this.transactions = transactions;
    this.marks = marks;
    this.keyOfPages = keyOfPages(secrets, config);
    this.bus = bus;
    this.profile = profile;
    this.now = now;
  }
}
