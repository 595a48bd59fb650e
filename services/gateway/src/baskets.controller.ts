import { Controller, Inject, Req } from '@nestjs/common';
import * as operations from '@xs2a/contracts';
import { BUS, type Bus } from '@xs2a/service-kit';
import { announceCreated } from './answer-created.ts';
import { AuthorisationAnswers } from './authorisation-answers.ts';
import type { Call } from './call.ts';
import { creationOf } from './creation.ts';
import { Endpoint } from './endpoint.decorator.ts';
import { Links } from './links.ts';
import { bodyOf } from './parse-input.ts';
import { startOf } from './start-of.ts';
import { warningsOf } from './warnings.ts';

/** Signing baskets (decision 23). */
@Controller()
export class BasketsController {
  readonly #bus: Bus;
  readonly #answers: AuthorisationAnswers;
  readonly #links: Links;

  constructor(
    @Inject(BUS) bus: Bus,
    @Inject(AuthorisationAnswers) answers: AuthorisationAnswers,
    @Inject(Links) links: Links,
  ) {
    this.#bus = bus;
    this.#answers = answers;
    this.#links = links;
  }

  @Endpoint('createSigningBasket')
  async createSigningBasket(@Req() call: Call<'createSigningBasket'>) {
    const body = bodyOf(call, operations.SigningBasket);
    const reply = await this.#bus.ask(operations.createBasket, { ...creationOf(call), body });
    const { basketId, transactionStatus, ...start } = reply;
    const links = this.#links.ofCreation('basket', { basketId }, start);
    announceCreated(call, links, start);
    return { transactionStatus, basketId, ...warningsOf(call), _links: links };
  }

  /** `payments` and `consents` only where the basket holds some (decision 14). */
  @Endpoint('getSigningBasket')
  getSigningBasket(@Req() call: Call<'getSigningBasket'>) {
    return this.#bus.ask(operations.readBasket, addressed(call));
  }

  @Endpoint('getSigningBasketStatus')
  getSigningBasketStatus(@Req() call: Call<'getSigningBasketStatus'>) {
    return this.#bus.ask(operations.readBasketStatus, addressed(call));
  }

  @Endpoint('deleteSigningBasket')
  async deleteSigningBasket(@Req() call: Call<'deleteSigningBasket'>): Promise<void> {
    await this.#bus.ask(operations.deleteBasket, { ...addressed(call), requestId: call.requestId.toLowerCase() });
  }

  @Endpoint('startSigningBasketAuthorisation')
  async startSigningBasketAuthorisation(@Req() call: Call<'startSigningBasketAuthorisation'>) {
    const request = { ...startOf(call), ...addressed(call) };
    return this.#answers.started(call, 'basket', await this.#bus.ask(operations.startBasketAuthorisation, request));
  }

  @Endpoint('getSigningBasketAuthorisation')
  getSigningBasketAuthorisation(@Req() call: Call<'getSigningBasketAuthorisation'>) {
    return this.#bus.ask(operations.listBasketAuthorisations, addressed(call));
  }

  @Endpoint('getSigningBasketScaStatus')
  getSigningBasketScaStatus(@Req() call: Call<'getSigningBasketScaStatus'>) {
    return this.#answers.status(call, 'basket');
  }

  @Endpoint('updateSigningBasketPsuData')
  updateSigningBasketPsuData(@Req() call: Call<'updateSigningBasketPsuData'>) {
    return this.#answers.updated(call, 'basket');
  }
}

function addressed({ tpp, params }: Pick<Call<'getSigningBasket'>, 'tpp' | 'params'>) {
  return { tpp, basketId: params.basketId };
}
