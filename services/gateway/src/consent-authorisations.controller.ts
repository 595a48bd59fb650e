import { Controller, Inject, Req } from '@nestjs/common';
import * as operations from '@xs2a/contracts';
import { BUS, type Bus } from '@xs2a/service-kit';
import { addressedConsent } from './addressed.ts';
import { AuthorisationAnswers } from './authorisation-answers.ts';
import type { Call } from './call.ts';
import { Endpoint } from './endpoint.decorator.ts';
import { startOf } from './start-of.ts';

const READ_STATUS = {
  consent: operations.readConsentStatus,
  fundsConsent: operations.readFundsConsentStatus,
} as const;
type Addressed = Parameters<typeof addressedConsent>[0];

/** Authorisations of consents of both kinds (decision 20). */
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
    return this.#belowOwn(call, 'consent', this.#answers.status(call, 'consent'));
  }

  @Endpoint('updateConsentsPsuData')
  updateConsentsPsuData(@Req() call: Call<'updateConsentsPsuData'>) {
    return this.#belowOwn(call, 'consent', this.#answers.updated(call, 'consent'));
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
    return this.#belowOwn(call, 'fundsConsent', this.#answers.status(call, 'fundsConsent'));
  }

  @Endpoint('consentConfirmationOfFundsUpdatePsuData')
  updateFundsConsentPsuData(@Req() call: Call<'consentConfirmationOfFundsUpdatePsuData'>) {
    return this.#belowOwn(call, 'fundsConsent', this.#answers.updated(call, 'fundsConsent'));
  }

  /**
   * Nothing found below a consent: where the consent is not this TPP's either, that is what is said (decision 12).
   * Which consents there are only their owner knows, and only such a refusal has to ask it.
   */
  async #belowOwn<T>(call: Addressed, kind: 'consent' | 'fundsConsent', asked: Promise<T>): Promise<T> {
    try {
      return await asked;
    } catch (error) {
      const isUnknown = error instanceof operations.Xs2aError && error.situation === 'authorisationUnknown';
      if (isUnknown) await this.#bus.ask(READ_STATUS[kind], addressedConsent(call));
      throw error;
    }
  }
}
