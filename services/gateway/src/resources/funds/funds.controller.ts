import { Controller, Inject, Req } from '@nestjs/common';
import * as operations from '@xs2a/contracts';
import { CONTEXT } from '@xs2a/service-kit';
import type { GatewayContext } from '../../context.ts';
import { type Call, headerOf } from '../../request/call.ts';
import { bodyWithoutMisspellings } from '../../request/parse-input.ts';
import { Endpoint } from '../../routing/endpoint.decorator.ts';
import { withMaskedReferences } from '../consents/masked-references.ts';

/** Confirmation of funds. */
@Controller()
export class FundsController {
  readonly #context: GatewayContext;

  constructor(@Inject(CONTEXT) context: GatewayContext) {
    this.#context = context;
  }

  @Endpoint('checkAvailabilityOfFunds')
  checkAvailabilityOfFunds(@Req() call: Call<'checkAvailabilityOfFunds'>) {
    const body = bodyWithoutMisspellings(withMaskedReferences(call), operations.FundsConfirmationRequest);
    const request = { tpp: call.tpp, consentId: headerOf(call, 'consent-id'), body };
    return this.#context.bus.ask(operations.confirmFunds, request);
  }
}
