import { SigningRules } from '@xs2a/approvals';
import type { AspspProfile } from '@xs2a/contracts';
import type { Bus, Clock, Database, Kit, OutboxSender } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import { CONSENTS, type Consent } from './model/consent.ts';
import { FUNDS_CONSENTS, type FundsConsent } from './model/funds-consent.ts';
import { AttendedUses } from './usage/attended-uses.ts';

/** What the use cases of this service work with. */
export interface ConsentContext {
  readonly consents: Collection<Consent>;
  readonly fundsConsents: Collection<FundsConsent>;
  readonly attendedUses: AttendedUses;
  readonly signingRules: SigningRules;
  readonly database: Database;
  readonly bus: Bus;
  readonly outbox: OutboxSender;
  readonly profile: AspspProfile;
  readonly now: Clock;
}

export function createContext({ collection, database, bus, outbox, profile, now, log }: Kit): ConsentContext {
  const consents = collection(CONSENTS);
  return {
    consents,
    fundsConsents: collection(FUNDS_CONSENTS),
    attendedUses: new AttendedUses(consents, log),
    signingRules: new SigningRules(bus, now),
    database,
    bus,
    outbox,
    profile,
    now,
  };
}
