import type { AspspProfile } from '@xs2a/contracts';
import type { Bus, Clock, Database, OutboxSender } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import type { AttendedUses } from './attended-uses.ts';
import type { Consent } from './consent.ts';

/** What the use cases of this service work with. */
export interface ConsentRoom {
  readonly consents: Collection<Consent>;
  readonly attendedUses: AttendedUses;
  readonly database: Database;
  readonly bus: Bus;
  readonly outbox: OutboxSender;
  readonly profile: AspspProfile;
  readonly now: Clock;
}
