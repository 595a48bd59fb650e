import { Controller, Inject, Req } from '@nestjs/common';
import * as operations from '@xs2a/contracts';
import { BUS, type Bus } from '@xs2a/service-kit';
import { addressedConsent } from './addressed.ts';
import { answerCreatedConsent } from './answer-created.ts';
import type { Call } from './call.ts';
import { creationOf } from './creation.ts';
import { Endpoint } from './endpoint.decorator.ts';
import { Links } from './links.ts';
import { bodyOf } from './parse-input.ts';

/** Confirmation-of-funds consents (Extended Services, Confirmation of Funds Consent). */
@Controller()
export class FundsConsentsController {
  readonly #bus: Bus;
  readonly #links: Links;

  constructor(@Inject(BUS) bus: Bus, @Inject(Links) links: Links) {
    this.#bus = bus;
    this.#links = links;
  }

  @Endpoint('createConsentConfirmationOfFunds')
  async createConsent(@Req() call: Call<'createConsentConfirmationOfFunds'>) {
    const body = bodyOf(call, operations.FundsConsentRequest);
    const reply = await this.#bus.ask(operations.createFundsConsent, { ...creationOf(call), body });
    return answerCreatedConsent(call, this.#links, 'fundsConsent', reply);
  }

  @Endpoint('getConsentConfirmationOfFunds')
  getConsent(@Req() call: Call<'getConsentConfirmationOfFunds'>) {
    return this.#bus.ask(operations.readFundsConsent, addressedConsent(call));
  }

  @Endpoint('getConsentConfirmationOfFundsStatus')
  getStatus(@Req() call: Call<'getConsentConfirmationOfFundsStatus'>) {
    return this.#bus.ask(operations.readFundsConsentStatus, addressedConsent(call));
  }

  @Endpoint('deleteConsentConfirmationOfFunds')
  async deleteConsent(@Req() call: Call<'deleteConsentConfirmationOfFunds'>): Promise<void> {
    const request = { ...addressedConsent(call), requestId: call.requestId };
    await this.#bus.ask(operations.terminateFundsConsent, request);
  }
}
