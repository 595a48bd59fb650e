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
  OUTBOX,
  type OutboxSender,
  PROFILE,
} from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import { CONSENTS, type Consent } from './consent.ts';
import type { ConsentKind } from './consent-record.ts';
import { FUNDS_CONSENTS, type FundsConsent } from './funds-consent.ts';

/** What the use cases of this service work with. */
@Injectable()
export class ConsentRoom {
  readonly consents: Collection<Consent>;
  readonly fundsConsents: Collection<FundsConsent>;
  readonly database: Database;
  readonly bus: Bus;
  readonly outbox: OutboxSender;
  readonly profile: AspspProfile;
  readonly now: Clock;

  constructor(
    @InjectCollection(CONSENTS) consents: Collection<Consent>,
    @InjectCollection(FUNDS_CONSENTS) fundsConsents: Collection<FundsConsent>,
    @Inject(DATABASE) database: Database,
    @Inject(BUS) bus: Bus,
    @Inject(OUTBOX) outbox: OutboxSender,
    @Inject(PROFILE) profile: AspspProfile,
    @Inject(CLOCK) now: Clock,
  ) {
    this.consents = consents;
    this.fundsConsents = fundsConsents;
    this.database = database;
    this.bus = bus;
    this.outbox = outbox;
    this.profile = profile;
    this.now = now;
  }
}

/** Consents to read accounts. */
export function accountConsents({ consents }: Pick<ConsentRoom, 'consents'>): ConsentKind<Consent> {
  return { parent: 'consent', stored: CONSENTS, collection: consents };
}

/** Consents to ask for funds. */
export function fundsConsents({ fundsConsents }: Pick<ConsentRoom, 'fundsConsents'>): ConsentKind<FundsConsent> {
  return { parent: 'fundsConsent', stored: FUNDS_CONSENTS, collection: fundsConsents };
}
