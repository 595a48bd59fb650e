import { Inject, Injectable } from '@nestjs/common';
import type { AspspProfile } from '@xs2a/contracts';
import {
  BUS,
  type Bus,
  CLOCK,
  type Clock,
  DATABASE,
  type Database,
  InjectCollection,
  LOG,
  type Log,
  OUTBOX,
  type OutboxSender,
  PROFILE,
  SigningRules,
} from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import { BASKETS, type Basket } from './basket.ts';
import { BULK_MESSAGES, BULK_TRANSFERS, type BulkMessage, type BulkTransfers } from './bulk-message.ts';
import { EXECUTIONS, type Execution } from './execution.ts';
import { PAYMENTS, type Payment } from './payment.ts';

/** What the use cases of this service work with. */
@Injectable()
export class PaymentsRoom {
  readonly signingRules: SigningRules;

  constructor(
    @InjectCollection(PAYMENTS) readonly payments: Collection<Payment>,
    @InjectCollection(EXECUTIONS) readonly executions: Collection<Execution>,
    @InjectCollection(BULK_MESSAGES) readonly bulkMessages: Collection<BulkMessage>,
    @InjectCollection(BULK_TRANSFERS) readonly bulkTransfers: Collection<BulkTransfers>,
    @InjectCollection(BASKETS) readonly baskets: Collection<Basket>,
    @Inject(DATABASE) readonly database: Database,
    @Inject(BUS) readonly bus: Bus,
    @Inject(OUTBOX) readonly outbox: OutboxSender,
    @Inject(PROFILE) readonly profile: AspspProfile,
    @Inject(CLOCK) readonly now: Clock,
    @Inject(LOG) readonly log: Log,
  ) {
    this.signingRules = new SigningRules(bus, now);
  }
}
