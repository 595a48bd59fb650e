import { HeldLinks, SigningRules } from '@xs2a/approvals';
import type { AspspProfile } from '@xs2a/contracts';
import type { Bus, Clock, Database, Kit, OutboxSender } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import { ACCESSES, type Access } from './model/access.ts';
import { CONSENTS, type Consent } from './model/consent.ts';
import { countConsents } from './model/count-consents.ts';
import { DETAIL_ACCESSES, type DetailAccess } from './model/detail-access.ts';
import { FUNDS_CONSENTS, type FundsConsent } from './model/funds-consent.ts';
import { ACCESS_RECORDS } from './usage/access-records.ts';
import { type DayOfUses, PSU_PRESENT_READS } from './usage/attended-uses.ts';
import { GatheredWrites } from './usage/gathered-writes.ts';

/** Dependencies of the use cases of this service. */
export interface ConsentContext {
  readonly consents: Collection<Consent>;
  readonly fundsConsents: Collection<FundsConsent>;
  readonly attendedUses: GatheredWrites<DayOfUses, Consent>;
  readonly accesses: Collection<Access>;
  readonly accessRecords: GatheredWrites<Access, Access>;
  readonly detailAccesses: Collection<DetailAccess>;
  readonly signingRules: SigningRules;
  readonly heldLinks: HeldLinks;
  readonly database: Database;
  readonly bus: Bus;
  readonly outbox: OutboxSender;
  readonly profile: AspspProfile;
  readonly now: Clock;
}

export function createContext(kit: Kit): ConsentContext {
  const { collection, database, bus, outbox, profile, now, log, metrics } = kit;
  const consents = collection(CONSENTS);
  const fundsConsents = collection(FUNDS_CONSENTS);
  const accesses = collection(ACCESSES);
  countConsents({ consents, fundsConsents }, metrics);
  return {
    consents,
    fundsConsents,
    attendedUses: new GatheredWrites(consents, log, PSU_PRESENT_READS),
    accesses,
    accessRecords: new GatheredWrites(accesses, log, ACCESS_RECORDS),
    detailAccesses: collection(DETAIL_ACCESSES),
    signingRules: new SigningRules(bus, now),
    heldLinks: new HeldLinks('consent', kit),
    database,
    bus,
    outbox,
    profile,
    now,
  };
}
