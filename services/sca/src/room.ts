import type { AspspProfile } from '@xs2a/contracts';
import type { Bus, Clock, OutboxSender } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import type { Authorisation } from './authorisation.ts';
import type { Login } from './login.ts';
import type { PasswordKeys } from './password-keys.ts';
import type { PsuAttempts } from './psu-attempts.ts';

/** What the use cases of this service work with. */
export interface ScaRoom {
  readonly authorisations: Collection<Authorisation>;
  readonly logins: Collection<Login>;
  readonly psuAttempts: Collection<PsuAttempts>;
  readonly passwordKeys: PasswordKeys;
  readonly bus: Bus;
  readonly outbox: OutboxSender;
  readonly profile: AspspProfile;
  readonly now: Clock;
}
