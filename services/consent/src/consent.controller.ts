import { Controller, Inject, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { RequestOf } from '@xs2a/contracts';
import * as operations from '@xs2a/contracts';
import { JOBS, type Jobs, Serves } from '@xs2a/service-kit';
import { useConsent } from './access/use-consent.ts';
import { APPROVING_ACCOUNTS } from './authorisation/authorise-consent.ts';
import { settleAuthorisation } from './authorisation/settle-authorisation.ts';
import { startConsentAuthorisation } from './authorisation/start-authorisation.ts';
import { reserveConsents } from './baskets/reserve-consents.ts';
import { settleBasket } from './baskets/settle-basket.ts';
import { accountConsents, ConsentContext, fundsConsents } from './context.ts';
import { createConsent } from './creation/create-consent.ts';
import { listPsuConsents } from './dashboard/list-psu-consents.ts';
import { expireConsents, expireUsedUp, rejectUnauthorised } from './endings/expire-consents.ts';
import { revokeConsent } from './endings/revoke-consent.ts';
import { terminateConsent } from './endings/terminate-consent.ts';
import { listAuthorisations, readConsent, readConsentStatus } from './reading/read-consent.ts';

const EXPIRE_EVERY_MS = 60_000;

/** Consents to read accounts, and the jobs that tidy up consents of every kind. */
@Controller()
export class ConsentController implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #context: ConsentContext;
  readonly #jobs: Jobs;

  constructor(@Inject(ConsentContext) context: ConsentContext, @Inject(JOBS) jobs: Jobs) {
    this.#context = context;
    this.#jobs = jobs;
  }

  onApplicationBootstrap(): void {
    this.#jobs.every('expireConsents', EXPIRE_EVERY_MS, async () => {
      await expireConsents(this.#context, accountConsents(this.#context));
      await expireConsents(this.#context, fundsConsents(this.#context));
    });
    this.#jobs.every('expireUsedUp', EXPIRE_EVERY_MS, async () => void (await expireUsedUp(this.#context)));
    this.#jobs.every('rejectUnauthorised', EXPIRE_EVERY_MS, async () => {
      await rejectUnauthorised(this.#context, accountConsents(this.#context));
      await rejectUnauthorised(this.#context, fundsConsents(this.#context));
    });
  }

  onApplicationShutdown(): Promise<void> {
    return this.#context.attendedUses.flush();
  }

  @Serves(operations.createConsent)
  createConsent(request: RequestOf<typeof operations.createConsent>) {
    return createConsent(this.#context, request);
  }

  @Serves(operations.readConsent)
  readConsent(request: RequestOf<typeof operations.readConsent>) {
    return readConsent(this.#context, request);
  }

  @Serves(operations.readConsentStatus)
  readConsentStatus(request: RequestOf<typeof operations.readConsentStatus>) {
    return readConsentStatus(this.#context, this.#context.consents, request);
  }

  @Serves(operations.terminateConsent)
  terminateConsent(request: RequestOf<typeof operations.terminateConsent>) {
    return terminateConsent(this.#context, accountConsents(this.#context), request);
  }

  @Serves(operations.listConsentAuthorisations)
  listAuthorisations(request: RequestOf<typeof operations.listConsentAuthorisations>) {
    return listAuthorisations(this.#context, this.#context.consents, request);
  }

  @Serves(operations.startConsentAuthorisation)
  startAuthorisation(request: RequestOf<typeof operations.startConsentAuthorisation>) {
    return startConsentAuthorisation(this.#context, accountConsents(this.#context), request);
  }

  @Serves(operations.settleConsentAuthorisation)
  settleAuthorisation(request: RequestOf<typeof operations.settleConsentAuthorisation>) {
    return settleAuthorisation(this.#context, accountConsents(this.#context), request, APPROVING_ACCOUNTS);
  }

  @Serves(operations.reserveConsents)
  reserveConsents(request: RequestOf<typeof operations.reserveConsents>) {
    return reserveConsents(this.#context, request);
  }

  @Serves(operations.settleBasketConsents)
  settleBasket(request: RequestOf<typeof operations.settleBasketConsents>) {
    return settleBasket(this.#context, request);
  }

  @Serves(operations.useConsent)
  useConsent(request: RequestOf<typeof operations.useConsent>) {
    return useConsent(this.#context, request);
  }

  @Serves(operations.listPsuConsents)
  listPsuConsents(request: RequestOf<typeof operations.listPsuConsents>) {
    return listPsuConsents(this.#context, request);
  }

  @Serves(operations.revokeConsent)
  revokeConsent(request: RequestOf<typeof operations.revokeConsent>) {
    return revokeConsent(this.#context, request);
  }
}
