import { Controller, Inject, Req } from '@nestjs/common';
import * as operations from '@xs2a/contracts';
import { BUS, type Bus } from '@xs2a/service-kit';
import { type Call, headerOf } from './call.ts';
import { Endpoint } from './endpoint.decorator.ts';
import { bodyOf } from './parse-input.ts';

/** Funds confirmation (Implementation Guidelines, Confirmation of Funds Request). */
@Controller()
export class FundsController {
  readonly #bus: Bus;

  constructor(@Inject(BUS) bus: Bus) {
    this.#bus = bus;
  }

  @Endpoint('checkAvailabilityOfFunds')
  checkAvailabilityOfFunds(@Req() call: Call<'checkAvailabilityOfFunds'>) {
    const body = bodyOf(call, operations.FundsConfirmationRequest);
    return this.#bus.ask(operations.confirmFunds, { tpp: call.tpp, consentId: headerOf(call, 'consent-id'), body });
  }
}
