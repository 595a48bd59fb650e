import { Controller, Inject, Req } from '@nestjs/common';
import * as operations from '@xs2a/contracts';
import { CONTEXT } from '@xs2a/service-kit';
import { setCreationHeaders } from '../../answers/creation-answer.ts';
import { firstStepOf } from '../../answers/sca-step.ts';
import { warningsOf } from '../../answers/warnings.ts';
import type { GatewayContext } from '../../context.ts';
import type { Call } from '../../request/call.ts';
import { creationOf } from '../../request/creation.ts';
import { tolerantBodyOf } from '../../request/parse-input.ts';
import { Endpoint } from '../../routing/endpoint.decorator.ts';
import {
  readAuthorisationStatus,
  startedAnswer,
  updateAuthorisation,
} from '../authorisations/authorisation-answers.ts';
import { authorisationStart } from '../authorisations/authorisation-start.ts';

/** Signing baskets and their authorisations. */
@Controller()
export class BasketsController {
  readonly #context: GatewayContext;

  constructor(@Inject(CONTEXT) context: GatewayContext) {
    this.#context = context;
  }

  @Endpoint('createSigningBasket')
  async createSigningBasket(@Req() call: Call<'createSigningBasket'>) {
    const { bus, links } = this.#context;
    const body = tolerantBodyOf(call, operations.SigningBasket);
    const reply = await bus.ask(operations.createBasket, { ...creationOf(call), body });
    const { basketId, transactionStatus, ...start } = reply;
    const created = links.ofCreation('basket', { basketId }, start);
    setCreationHeaders(call, created, start);
    return { transactionStatus, basketId, ...firstStepOf(start), ...warningsOf(call), _links: created };
  }

  /** `payments` and `consents` are sent only if the basket has such entries (decision 23). */
  @Endpoint('getSigningBasket')
  async getSigningBasket(@Req() call: Call<'getSigningBasket'>) {
    return this.#withStatus(await this.#context.bus.ask(operations.readBasket, addressedBasket(call)));
  }

  @Endpoint('getSigningBasketStatus')
  async getSigningBasketStatus(@Req() call: Call<'getSigningBasketStatus'>) {
    return this.#withStatus(await this.#context.bus.ask(operations.readBasketStatus, addressedBasket(call)));
  }

  @Endpoint('deleteSigningBasket')
  async deleteSigningBasket(@Req() call: Call<'deleteSigningBasket'>): Promise<void> {
    const request = { ...addressedBasket(call), requestId: call.requestId.toLowerCase() };
    await this.#context.bus.ask(operations.deleteBasket, request);
  }

  @Endpoint('startSigningBasketAuthorisation')
  async startSigningBasketAuthorisation(@Req() call: Call<'startSigningBasketAuthorisation'>) {
    const request = { ...authorisationStart(call), ...addressedBasket(call) };
    const state = await this.#context.bus.ask(operations.startBasketAuthorisation, request);
    return startedAnswer(this.#context, call, 'basket', state);
  }

  @Endpoint('getSigningBasketAuthorisation')
  getSigningBasketAuthorisation(@Req() call: Call<'getSigningBasketAuthorisation'>) {
    return this.#context.bus.ask(operations.listBasketAuthorisations, addressedBasket(call));
  }

  @Endpoint('getSigningBasketScaStatus')
  getSigningBasketScaStatus(@Req() call: Call<'getSigningBasketScaStatus'>) {
    const { basketId: id, authorisationId } = call.params;
    return readAuthorisationStatus(this.#context, call, { kind: 'basket', id, authorisationId });
  }

  @Endpoint('updateSigningBasketPsuData')
  updateSigningBasketPsuData(@Req() call: Call<'updateSigningBasketPsuData'>) {
    const { basketId: id, authorisationId } = call.params;
    return updateAuthorisation(this.#context, call, { kind: 'basket', id, authorisationId });
  }

  /** A basket with all payments settled may be answered with a status of its own, which the service does not store (decision 23). */
  #withStatus<Reply extends { transactionStatus: string; settled?: true | undefined }>({ settled, ...reply }: Reply) {
    const { settledStatus } = this.#context.profile.signingBaskets;
    return settled && settledStatus ? { ...reply, transactionStatus: 'ACSC' } : reply;
  }
}

function addressedBasket({ tpp, params }: Pick<Call<'getSigningBasket'>, 'tpp' | 'params'>) {
  return { tpp, basketId: params.basketId };
}
