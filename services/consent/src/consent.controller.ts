import { Controller, Inject, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
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
  LOG,
  type Log,
  OUTBOX,
  type OutboxSender,
  PROFILE,
  Serves,
} from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import { AttendedUses } from './attended-uses.ts';
import { CONSENTS, type Consent } from './consent.ts';
import { createConsent } from './create-consent.ts';
import { expireConsents, rejectUnauthorised } from './expire-consents.ts';
import { listPsuConsents } from './list-psu-consents.ts';
import { listAuthorisations, readConsent, readConsentStatus } from './read-consent.ts';
import { revokeConsent } from './revoke-consent.ts';
import type { ConsentRoom } from './room.ts';
import { settleAuthorisation } from './settle-authorisation.ts';
import { terminateConsent } from './terminate-consent.ts';
import { useConsent } from './use-consent.ts';

const EXPIRE_EVERY_MS = 60_000;

@Controller()
export class ConsentController implements OnApplicationBootstrap, OnApplicationShutdown {
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
    @Inject(LOG) log: Log,
  ) {
    this.#room = { consents, attendedUses: new AttendedUses(consents, log), database, bus, outbox, profile, now };
    this.#jobs = jobs;
  }

  onApplicationBootstrap(): void {
    this.#jobs.every('expireConsents', EXPIRE_EVERY_MS, async () => void (await expireConsents(this.#room)));
    this.#jobs.every('rejectUnauthorised', EXPIRE_EVERY_MS, async () => void (await rejectUnauthorised(this.#room)));
  }

  onApplicationShutdown(): Promise<void> {
    return this.#room.attendedUses.flush();
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

  @Serves(operations.listPsuConsents)
  listPsuConsents(request: RequestOf<typeof operations.listPsuConsents>) {
    return listPsuConsents(this.#room, request);
  }

  @Serves(operations.revokeConsent)
  revokeConsent(request: RequestOf<typeof operations.revokeConsent>) {
    return revokeConsent(this.#room, request);
  }
}
