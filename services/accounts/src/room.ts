import { Inject, Injectable } from '@nestjs/common';
import type { AspspProfile } from '@xs2a/contracts';
import { BUS, type Bus, CLOCK, type Clock, CONFIG, InjectCollection, PROFILE } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import { ACCOUNTS, type Account } from './account.ts';
import type { AccountsConfig } from './config.ts';
import { MARKS, type Mark } from './mark.ts';
import { type KeyOfPages, keyOfPages, SECRETS, type Secret } from './secret.ts';
import { type StoredTransaction, TRANSACTIONS } from './transaction.ts';

/** What the use cases of this service work with. */
@Injectable()
export class AccountsRoom {
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
