import { Controller, Inject } from '@nestjs/common';
import type { RequestOf } from '@xs2a/contracts';
import * as operations from '@xs2a/contracts';
import { Serves } from '@xs2a/service-kit';
import { approvingFunds } from './authorisation/authorise-consent.ts';
import { settleAuthorisation } from './authorisation/settle-authorisation.ts';
import { startConsentAuthorisation } from './authorisation/start-authorisation.ts';
import { ConsentContext, fundsConsents } from './context.ts';
import { terminateConsent } from './endings/terminate-consent.ts';
import { createFundsConsent } from './funds/create-funds-consent.ts';
import { readFundsConsent } from './funds/read-funds-consent.ts';
import { useFundsConsent } from './funds/use-funds-consent.ts';
import { listAuthorisations, readConsentStatus } from './reading/read-consent.ts';

/** Consents to ask for funds. */
@Controller()
export class FundsConsentController {
  readonly #context: ConsentContext;

  constructor(@Inject(ConsentContext) context: ConsentContext) {
    this.#context = context;
  }

  @Serves(operations.createFundsConsent)
  createFundsConsent(request: RequestOf<typeof operations.createFundsConsent>) {
    return createFundsConsent(this.#context, request);
  }

  @Serves(operations.readFundsConsent)
  readFundsConsent(request: RequestOf<typeof operations.readFundsConsent>) {
    return readFundsConsent(this.#context, request);
  }

  @Serves(operations.readFundsConsentStatus)
  readFundsConsentStatus(request: RequestOf<typeof operations.readFundsConsentStatus>) {
    return readConsentStatus(this.#context, this.#context.fundsConsents, request);
  }

  @Serves(operations.terminateFundsConsent)
  terminateFundsConsent(request: RequestOf<typeof operations.terminateFundsConsent>) {
    return terminateConsent(this.#context, fundsConsents(this.#context), request);
  }

  @Serves(operations.listFundsConsentAuthorisations)
  listFundsConsentAuthorisations(request: RequestOf<typeof operations.listFundsConsentAuthorisations>) {
    return listAuthorisations(this.#context, this.#context.fundsConsents, request);
  }

  @Serves(operations.startFundsConsentAuthorisation)
  startFundsConsentAuthorisation(request: RequestOf<typeof operations.startFundsConsentAuthorisation>) {
    return startConsentAuthorisation(this.#context, fundsConsents(this.#context), request);
  }

  @Serves(operations.settleFundsConsentAuthorisation)
  settleFundsConsentAuthorisation(request: RequestOf<typeof operations.settleFundsConsentAuthorisation>) {
    const kind = fundsConsents(this.#context);
    return settleAuthorisation(this.#context, kind, request, approvingFunds(kind));
  }

  @Serves(operations.useFundsConsent)
  useFundsConsent(request: RequestOf<typeof operations.useFundsConsent>) {
    return useFundsConsent(this.#context, request);
  }
}
