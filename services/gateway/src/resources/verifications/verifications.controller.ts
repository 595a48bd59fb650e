import { Controller, Inject, Req } from '@nestjs/common';
import { PartyVerificationRequest, verifyParty } from '@xs2a/contracts';
import { CONTEXT } from '@xs2a/service-kit';
import type { GatewayContext } from '../../context.ts';
import type { Call } from '../../request/call.ts';
import { bodyWithoutMisspellings } from '../../request/parse-input.ts';
import { Endpoint } from '../../routing/endpoint.decorator.ts';

/** Verification of payee for a TPP, before an order. The standard has three addresses for it. */
@Controller()
export class VerificationsController {
  readonly #context: GatewayContext;

  constructor(@Inject(CONTEXT) context: GatewayContext) {
    this.#context = context;
  }

  @Endpoint('verifyPayee')
  verifyPayee(@Req() call: Call<'verifyPayee'>) {
    return this.#verify(call);
  }

  @Endpoint('verifyPayer')
  verifyPayer(@Req() call: Call<'verifyPayer'>) {
    return this.#verify(call);
  }

  @Endpoint('verifyParty')
  verifyParty(@Req() call: Call<'verifyParty'>) {
    return this.#verify(call);
  }

  #verify(call: Call) {
    const body = bodyWithoutMisspellings(call, PartyVerificationRequest);
    return this.#context.bus.ask(verifyParty, { tpp: call.tpp, body });
  }
}
