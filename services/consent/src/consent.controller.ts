import { Controller, Inject, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { RequestOf } from '@xs2a/contracts';
import * as operations from '@xs2a/contracts';
import { JOBS, type Jobs, Serves } from '@xs2a/service-kit';
import { APPROVING_ACCOUNTS } from './authorise-consent.ts';
import { createConsent } from './create-consent.ts';
import { expireConsents, expireUsedUp, rejectUnauthorised } from './expire-consents.ts';
import { listPsuConsents } from './list-psu-consents.ts';
import { listAuthorisations, readConsent, readConsentStatus } from './read-consent.ts';
import { reserveConsents } from './reserve-consents.ts';
import { revokeConsent } from './revoke-consent.ts';
import { accountConsents, ConsentRoom, fundsConsents } from './room.ts';
import { settleAuthorisation } from './settle-authorisation.ts';
import { settleBasket } from './settle-basket.ts';
import { startConsentAuthorisation } from './start-consent-authorisation.ts';
import { terminateConsent } from './terminate-consent.ts';
import { useConsent } from './use-consent.ts';

const EXPIRE_EVERY_MS = 60_000;

/** Consents to read accounts, and the jobs that tidy up consents of every kind. */
@Controller()
export class ConsentController implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #room: ConsentRoom;
  readonly #jobs: Jobs;

  constructor(@Inject(ConsentRoom) room: ConsentRoom, @Inject(JOBS) jobs: Jobs) {
    this.#room = room;
    this.#jobs = jobs;
  }

  onApplicationBootstrap(): void {
    this.#jobs.every('expireConsents', EXPIRE_EVERY_MS, async () => {
      await expireConsents(this.#room, accountConsents(this.#room));
      await expireConsents(this.#room, fundsConsents(this.#room));
    });
    this.#jobs.every('expireUsedUp', EXPIRE_EVERY_MS, async () => void (await expireUsedUp(this.#room)));
    this.#jobs.every('rejectUnauthorised', EXPIRE_EVERY_MS, async () => {
      await rejectUnauthorised(this.#room, accountConsents(this.#room));
      await rejectUnauthorised(this.#room, fundsConsents(this.#room));
    });
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
    return readConsentStatus(this.#room, this.#room.consents, request);
  }

  @Serves(operations.terminateConsent)
  terminateConsent(request: RequestOf<typeof operations.terminateConsent>) {
    return terminateConsent(this.#room, accountConsents(this.#room), request);
  }

  @Serves(operations.listConsentAuthorisations)
  listAuthorisations(request: RequestOf<typeof operations.listConsentAuthorisations>) {
    return listAuthorisations(this.#room, this.#room.consents, request);
  }

  @Serves(operations.startConsentAuthorisation)
  startAuthorisation(request: RequestOf<typeof operations.startConsentAuthorisation>) {
    return startConsentAuthorisation(this.#room, accountConsents(this.#room), request);
  }

  @Serves(operations.settleConsentAuthorisation)
  settleAuthorisation(request: RequestOf<typeof operations.settleConsentAuthorisation>) {
    return settleAuthorisation(this.#room, accountConsents(this.#room), request, APPROVING_ACCOUNTS);
  }

  @Serves(operations.reserveConsents)
  reserveConsents(request: RequestOf<typeof operations.reserveConsents>) {
    return reserveConsents(this.#room, request);
  }

  @Serves(operations.settleBasketConsents)
  settleBasket(request: RequestOf<typeof operations.settleBasketConsents>) {
    return settleBasket(this.#room, request);
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
