import { Controller, Inject, Req } from '@nestjs/common';
import * as operations from '@xs2a/contracts';
import { CONTEXT } from '@xs2a/service-kit';
import type { GatewayContext } from '../../context.ts';
import type { Call } from '../../request/call.ts';
import { Endpoint } from '../../routing/endpoint.decorator.ts';
import {
  readAuthorisationStatus,
  startedAnswer,
  updateAuthorisation,
} from '../authorisations/authorisation-answers.ts';
import { authorisationStart } from '../authorisations/authorisation-start.ts';
import { addressedConsent } from './addressed-consent.ts';

const READ_STATUS = {
  consent: operations.readConsentStatus,
  fundsConsent: operations.readFundsConsentStatus,
} as const;
type Addressed = Parameters<typeof addressedConsent>[0];

/** Authorisations of consents of both kinds. */
@Controller()
export class ConsentAuthorisationsController {
  readonly #context: GatewayContext;

  constructor(@Inject(CONTEXT) context: GatewayContext) {
    this.#context = context;
  }

  @Endpoint('startConsentAuthorisation')
  async startConsentAuthorisation(@Req() call: Call<'startConsentAuthorisation'>) {
    const request = { ...authorisationStart(call), ...addressedConsent(call) };
    const state = await this.#context.bus.ask(operations.startConsentAuthorisation, request);
    return startedAnswer(this.#context, call, 'consent', state);
  }

  @Endpoint('getConsentAuthorisation')
  getConsentAuthorisation(@Req() call: Call<'getConsentAuthorisation'>) {
    return this.#context.bus.ask(operations.listConsentAuthorisations, addressedConsent(call));
  }

  @Endpoint('getConsentScaStatus')
  getConsentScaStatus(@Req() call: Call<'getConsentScaStatus'>) {
    const { consentId: id, authorisationId } = call.params;
    return this.#ofOwnConsent(
      call,
      'consent',
      readAuthorisationStatus(this.#context, call, { kind: 'consent', id, authorisationId }),
    );
  }

  @Endpoint('updateConsentsPsuData')
  updateConsentsPsuData(@Req() call: Call<'updateConsentsPsuData'>) {
    const { consentId: id, authorisationId } = call.params;
    return this.#ofOwnConsent(
      call,
      'consent',
      updateAuthorisation(this.#context, call, { kind: 'consent', id, authorisationId }),
    );
  }

  @Endpoint('consentConfirmationOfFundsStartAuth')
  async startFundsConsentAuthorisation(@Req() call: Call<'consentConfirmationOfFundsStartAuth'>) {
    const request = { ...authorisationStart(call), ...addressedConsent(call) };
    const state = await this.#context.bus.ask(operations.startFundsConsentAuthorisation, request);
    return startedAnswer(this.#context, call, 'fundsConsent', state);
  }

  @Endpoint('consentConfirmationOfFundsGetAuthorisations')
  getFundsConsentAuthorisations(@Req() call: Call<'consentConfirmationOfFundsGetAuthorisations'>) {
    return this.#context.bus.ask(operations.listFundsConsentAuthorisations, addressedConsent(call));
  }

  @Endpoint('consentConfirmationOfFundsGetScaStatus')
  getFundsConsentScaStatus(@Req() call: Call<'consentConfirmationOfFundsGetScaStatus'>) {
    const { consentId: id, authorisationId } = call.params;
    return this.#ofOwnConsent(
      call,
      'fundsConsent',
      readAuthorisationStatus(this.#context, call, { kind: 'fundsConsent', id, authorisationId }),
    );
  }

  @Endpoint('consentConfirmationOfFundsUpdatePsuData')
  updateFundsConsentPsuData(@Req() call: Call<'consentConfirmationOfFundsUpdatePsuData'>) {
    const { consentId: id, authorisationId } = call.params;
    return this.#ofOwnConsent(
      call,
      'fundsConsent',
      updateAuthorisation(this.#context, call, { kind: 'fundsConsent', id, authorisationId }),
    );
  }

  /**
   * Answers an unknown authorisation of an unknown consent as an unknown consent (decision 12). Only the owning service knows its
   * consents, and only in this error case is it asked.
   */
  async #ofOwnConsent<T>(call: Addressed, kind: 'consent' | 'fundsConsent', asked: Promise<T>): Promise<T> {
    try {
      return await asked;
    } catch (error) {
      const isUnknown = error instanceof operations.Xs2aError && error.situation === 'authorisationUnknown';
      if (isUnknown) await this.#context.bus.ask(READ_STATUS[kind], addressedConsent(call));
      throw error;
    }
  }
}
