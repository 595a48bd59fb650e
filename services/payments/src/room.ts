import type { AspspProfile } from '@xs2a/contracts';
import type { Bus, Clock, Database, Log, OutboxSender } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import type { BulkMessage, BulkTransfers } from './bulk-message.ts';
import type { Execution } from './execution.ts';
import type { Payment } from './payment.ts';

/** What the use cases of this service work with. */
export interface PaymentsRoom {
  readonly payments: Collection<Payment>;
  readonly executions: Collection<Execution>;
  readonly bulkMessages: Collection<BulkMessage>;
  readonly bulkTransfers: Collection<BulkTransfers>;
  readonly database: Database;
  readonly bus: Bus;
  readonly outbox: OutboxSender;
  readonly profile: AspspProfile;
  readonly now: Clock;
  readonly log: Log;
}
