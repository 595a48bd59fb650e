import { Controller, Inject } from '@nestjs/common';
import type { RequestOf } from '@xs2a/contracts';
import * as operations from '@xs2a/contracts';
import { Serves } from '@xs2a/service-kit';
import { approvingFunds } from './authorise-consent.ts';
import { createFundsConsent } from './create-funds-consent.ts';
import { listAuthorisations, readConsentStatus } from './read-consent.ts';
import { readFundsConsent } from './read-funds-consent.ts';
import { ConsentRoom, fundsConsents } from './room.ts';
import { settleAuthorisation } from './settle-authorisation.ts';
import { startConsentAuthorisation } from './start-consent-authorisation.ts';
import { terminateConsent } from './terminate-consent.ts';
import { useFundsConsent } from './use-funds-consent.ts';

/** Consents to ask for funds. */
@Controller()
export class FundsConsentController {
  readonly #room: ConsentRoom;

  constructor(@Inject(ConsentRoom) room: ConsentRoom) {
    this.#room = room;
  }

  @Serves(operations.createFundsConsent)
  createFundsConsent(request: RequestOf<typeof operations.createFundsConsent>) {
    return createFundsConsent(this.#room, request);
  }

  @Serves(operations.readFundsConsent)
  readFundsConsent(request: RequestOf<typeof operations.readFundsConsent>) {
    return readFundsConsent(this.#room, request);
  }

  @Serves(operations.readFundsConsentStatus)
  readFundsConsentStatus(request: RequestOf<typeof operations.readFundsConsentStatus>) {
    return readConsentStatus(this.#room, this.#room.fundsConsents, request);
  }

  @Serves(operations.terminateFundsConsent)
  terminateFundsConsent(request: RequestOf<typeof operations.terminateFundsConsent>) {
    return terminateConsent(this.#room, fundsConsents(this.#room), request);
  }

  @Serves(operations.listFundsConsentAuthorisations)
  listFundsConsentAuthorisations(request: RequestOf<typeof operations.listFundsConsentAuthorisations>) {
    return listAuthorisations(this.#room, this.#room.fundsConsents, request);
  }

  @Serves(operations.startFundsConsentAuthorisation)
  startFundsConsentAuthorisation(request: RequestOf<typeof operations.startFundsConsentAuthorisation>) {
    return startConsentAuthorisation(this.#room, fundsConsents(this.#room), request);
  }

  @Serves(operations.settleFundsConsentAuthorisation)
  settleFundsConsentAuthorisation(request: RequestOf<typeof operations.settleFundsConsentAuthorisation>) {
    const kind = fundsConsents(this.#room);
    return settleAuthorisation(this.#room, kind, request, approvingFunds(kind));
  }

  @Serves(operations.useFundsConsent)
  useFundsConsent(request: RequestOf<typeof operations.useFundsConsent>) {
    return useFundsConsent(this.#room, request);
  }
}
