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
import { contentOfConsent } from './model/approved-content.ts';
import { CONSENTS, type Consent } from './model/consent.ts';
import type { ConsentKind } from './model/consent-record.ts';
import { FUNDS_CONSENTS, type FundsConsent, fundsContent } from './model/funds-consent.ts';
import { AttendedUses } from './usage/attended-uses.ts';

/** What the use cases of this service work with. */
@Injectable()
export class ConsentContext {
  readonly attendedUses: AttendedUses;
  readonly signingRules: SigningRules;

  constructor(
    @InjectCollection(CONSENTS) readonly consents: Collection<Consent>,
    @InjectCollection(FUNDS_CONSENTS) readonly fundsConsents: Collection<FundsConsent>,
    @Inject(DATABASE) readonly database: Database,
    @Inject(BUS) readonly bus: Bus,
    @Inject(OUTBOX) readonly outbox: OutboxSender,
    @Inject(PROFILE) readonly profile: AspspProfile,
    @Inject(CLOCK) readonly now: Clock,
    @Inject(LOG) log: Log,
  ) {
    this.attendedUses = new AttendedUses(consents, log);
    this.signingRules = new SigningRules(bus, now);
  }
}

/** Consents to read accounts. */
export function accountConsents({ consents }: Pick<ConsentContext, 'consents'>): ConsentKind<Consent> {
  return { parent: 'consent', stored: CONSENTS, collection: consents, contentOf: contentOfConsent };
}

/** Consents to ask for funds. */
export function fundsConsents({ fundsConsents }: Pick<ConsentContext, 'fundsConsents'>): ConsentKind<FundsConsent> {
  return { parent: 'fundsConsent', stored: FUNDS_CONSENTS, collection: fundsConsents, contentOf: fundsContent };
}
