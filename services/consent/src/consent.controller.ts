import { Controller, Inject, type OnApplicationBootstrap } from '@nestjs/common';
import type { AspspProfile, RequestOf } from '@xs2a/contracts';
import * as operations from '@xs2a/contracts';
import {
  BUS,
  type Bus,
  CLOCK,
  type Clock,
  DATABASE,
  type Database,
  InjectCollection,
  JOBS,
  type Jobs,
  OUTBOX,
  type OutboxSender,
  PROFILE,
  Serves,
} from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import { CONSENTS, type Consent } from './consent.ts';
import { createConsent } from './create-consent.ts';
import { expireConsents, expireUsedUp, rejectUnauthorised } from './expire-consents.ts';
import { listAuthorisations, readConsent, readConsentStatus } from './read-consent.ts';
import type { ConsentRoom } from './room.ts';
import { settleAuthorisation } from './settle-authorisation.ts';
import { terminateConsent } from './terminate-consent.ts';
import { useConsent } from './use-consent.ts';

const EXPIRE_EVERY_MS = 60_000;

@Controller()
export class ConsentController implements OnApplicationBootstrap {
  readonly #room: ConsentRoom;
  readonly #jobs: Jobs;

  constructor(
    @InjectCollection(CONSENTS) consents: Collection<Consent>,
    @Inject(DATABASE) database: Database,
    @Inject(BUS) bus: Bus,
    @Inject(OUTBOX) outbox: OutboxSender,
    @Inject(PROFILE) profile: AspspProfile,
    @Inject(CLOCK) now: Clock,
    @Inject(JOBS) jobs: Jobs,
  ) {
    this.#room = { consents, database, bus, outbox, profile, now };
    this.#jobs = jobs;
  }

  onApplicationBootstrap(): void {
    this.#jobs.every('expireConsents', EXPIRE_EVERY_MS, async () => void (await expireConsents(this.#room)));
    this.#jobs.every('expireUsedUp', EXPIRE_EVERY_MS, async () => void (await expireUsedUp(this.#room)));
    this.#jobs.every('rejectUnauthorised', EXPIRE_EVERY_MS, async () => void (await rejectUnauthorised(this.#room)));
  }

  @Serves(operations.createConsent)
  createConsent(request: RequestOf<typeof operations.createConsent>) {
    return createConsent(this.#room, request);
  }

  @Serves(operations.readConsent)
  readConsent(request: RequestOf<typeof operations.readConsent>) {
    return readConsent(this.#room, request);
  }

  @Serves(operations.readConsentStatus)
  readConsentStatus(request: RequestOf<typeof operations.readConsentStatus>) {
    return readConsentStatus(this.#room, request);
  }

  @Serves(operations.terminateConsent)
  terminateConsent(request: RequestOf<typeof operations.terminateConsent>) {
    return terminateConsent(this.#room, request);
  }

  @Serves(operations.listConsentAuthorisations)
  listAuthorisations(request: RequestOf<typeof operations.listConsentAuthorisations>) {
    return listAuthorisations(this.#room, request);
  }

  @Serves(operations.settleConsentAuthorisation)
  settleAuthorisation(request: RequestOf<typeof operations.settleConsentAuthorisation>) {
    return settleAuthorisation(this.#room, request);
  }

  @Serves(operations.useConsent)
  useConsent(request: RequestOf<typeof operations.useConsent>) {
    return useConsent(this.#room, request);
  }
}
