import { Controller, Inject, Req } from '@nestjs/common';
import * as operations from '@xs2a/contracts';
import { BUS, type Bus } from '@xs2a/service-kit';
import { addressedConsent } from './addressed.ts';
import { AuthorisationAnswers } from './authorisation-answers.ts';
import type { Call } from './call.ts';
import { Endpoint } from './endpoint.decorator.ts';
import { startOf } from './start-of.ts';

/** Authorisations of consents of both kinds (interface 4.1, 4.2). */
@Controller()
export class ConsentAuthorisationsController {
  readonly #bus: Bus;
  readonly #answers: AuthorisationAnswers;

  constructor(@Inject(BUS) bus: Bus, @Inject(AuthorisationAnswers) answers: AuthorisationAnswers) {
    this.#bus = bus;
    this.#answers = answers;
  }

  @Endpoint('startConsentAuthorisation')
  async startConsentAuthorisation(@Req() call: Call<'startConsentAuthorisation'>) {
    const request = { ...startOf(call), ...addressedConsent(call) };
    return this.#answers.started(call, 'consent', await this.#bus.ask(operations.startConsentAuthorisation, request));
  }

  @Endpoint('getConsentAuthorisation')
  getConsentAuthorisation(@Req() call: Call<'getConsentAuthorisation'>) {
    return this.#bus.ask(operations.listConsentAuthorisations, addressedConsent(call));
  }

  @Endpoint('getConsentScaStatus')
  getConsentScaStatus(@Req() call: Call<'getConsentScaStatus'>) {
    return this.#answers.status(call, 'consent');
  }

  @Endpoint('updateConsentsPsuData')
  updateConsentsPsuData(@Req() call: Call<'updateConsentsPsuData'>) {
    return this.#answers.updated(call, 'consent');
  }

  @Endpoint('consentConfirmationOfFundsStartAuth')
  async startFundsConsentAuthorisation(@Req() call: Call<'consentConfirmationOfFundsStartAuth'>) {
    const request = { ...startOf(call), ...addressedConsent(call) };
    const state = await this.#bus.ask(operations.startFundsConsentAuthorisation, request);
    return this.#answers.started(call, 'fundsConsent', state);
  }

  @Endpoint('consentConfirmationOfFundsGetAuthorisations')
  getFundsConsentAuthorisations(@Req() call: Call<'consentConfirmationOfFundsGetAuthorisations'>) {
    return this.#bus.ask(operations.listFundsConsentAuthorisations, addressedConsent(call));
  }

  @Endpoint('consentConfirmationOfFundsGetScaStatus')
  getFundsConsentScaStatus(@Req() call: Call<'consentConfirmationOfFundsGetScaStatus'>) {
    return this.#answers.status(call, 'fundsConsent');
  }

  @Endpoint('consentConfirmationOfFundsUpdatePsuData')
  updateFundsConsentPsuData(@Req() call: Call<'consentConfirmationOfFundsUpdatePsuData'>) {
    return this.#answers.updated(call, 'fundsConsent');
  }
}
