import { Controller, Inject, Req } from '@nestjs/common';
import * as operations from '@xs2a/contracts';
import { CONTEXT } from '@xs2a/service-kit';
import { createdConsentAnswer } from '../../answers/creation-answer.ts';
import { withPan } from '../../answers/field-aliases.ts';
import type { GatewayContext } from '../../context.ts';
import type { Call } from '../../request/call.ts';
import { creationOf } from '../../request/creation.ts';
import { tolerantBodyOf } from '../../request/parse-input.ts';
import { Endpoint } from '../../routing/endpoint.decorator.ts';
import { addressedConsent } from './addressed-consent.ts';
import { withMaskedReferences } from './masked-references.ts';

/** Consents to confirm funds. */
@Controller()
export class FundsConsentsController {
  readonly #context: GatewayContext;

  constructor(@Inject(CONTEXT) context: GatewayContext) {
    this.#context = context;
  }

  @Endpoint('createConsentConfirmationOfFunds')
  async createConsent(@Req() call: Call<'createConsentConfirmationOfFunds'>) {
    const { bus, links } = this.#context;
    const body = tolerantBodyOf(call, operations.FundsConsentRequest, withMaskedReferences(call));
    const reply = await bus.ask(operations.createFundsConsent, { ...creationOf(call), body });
    return createdConsentAnswer(call, links, 'fundsConsent', body, reply);
  }

  @Endpoint('getConsentConfirmationOfFunds')
  async getConsent(@Req() call: Call<'getConsentConfirmationOfFunds'>) {
    return withPan(await this.#context.bus.ask(operations.readFundsConsent, addressedConsent(call)));
  }

  @Endpoint('getConsentConfirmationOfFundsStatus')
  getStatus(@Req() call: Call<'getConsentConfirmationOfFundsStatus'>) {
    return this.#context.bus.ask(operations.readFundsConsentStatus, addressedConsent(call));
  }

  @Endpoint('deleteConsentConfirmationOfFunds')
  async deleteConsent(@Req() call: Call<'deleteConsentConfirmationOfFunds'>): Promise<void> {
    const request = { ...addressedConsent(call), requestId: call.requestId };
    await this.#context.bus.ask(operations.terminateFundsConsent, request);
  }
}
