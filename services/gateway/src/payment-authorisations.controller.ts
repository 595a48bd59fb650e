import { Controller, HttpStatus, Inject, Req } from '@nestjs/common';
import * as operations from '@xs2a/contracts';
import { BUS, type Bus, PROFILE } from '@xs2a/service-kit';
import { addressedPayment } from './addressed.ts';
import { AuthorisationAnswers } from './authorisation-answers.ts';
import type { Call } from './call.ts';
import { wishesOf } from './creation.ts';
import { Endpoint } from './endpoint.decorator.ts';
import { Links } from './links.ts';
import { startOf } from './start-of.ts';
import { warningsOf } from './warnings.ts';

/** Authorisations of payments, cancellations, and their authorisations (decisions 16 and 20). */
@Controller()
export class PaymentAuthorisationsController {
  readonly #bus: Bus;
  readonly #answers: AuthorisationAnswers;
  readonly #links: Links;
  readonly #profile: operations.AspspProfile;

  constructor(
    @Inject(BUS) bus: Bus,
    @Inject(AuthorisationAnswers) answers: AuthorisationAnswers,
    @Inject(Links) links: Links,
    @Inject(PROFILE) profile: operations.AspspProfile,
  ) {
    this.#bus = bus;
    this.#answers = answers;
    this.#links = links;
    this.#profile = profile;
  }

  @Endpoint('startPaymentAuthorisation')
  async startPaymentAuthorisation(@Req() call: Call<'startPaymentAuthorisation'>) {
    const request = { ...startOf(call), ...addressedPayment(call) };
    return this.#answers.started(call, 'payment', await this.#bus.ask(operations.startPaymentAuthorisation, request));
  }

  @Endpoint('getPaymentInitiationAuthorisation')
  getPaymentInitiationAuthorisation(@Req() call: Call<'getPaymentInitiationAuthorisation'>) {
    return this.#bus.ask(operations.listPaymentAuthorisations, addressedPayment(call));
  }

  @Endpoint('getPaymentInitiationScaStatus')
  getPaymentInitiationScaStatus(@Req() call: Call<'getPaymentInitiationScaStatus'>) {
    return this.#answers.status(call, 'payment');
  }

  @Endpoint('updatePaymentPsuData')
  updatePaymentPsuData(@Req() call: Call<'updatePaymentPsuData'>) {
    return this.#answers.updated(call, 'payment');
  }

  /** 202 as in the interface; 204 where the profile wants it and nothing is left to be authorised (decided point 7). */
  @Endpoint('cancelPayment')
  async cancelPayment(@Req() call: Call<'cancelPayment'>) {
    const request = { ...addressedPayment(call), requestId: call.requestId.toLowerCase(), wishes: wishesOf(call) };
    const { transactionStatus, ...start } = await this.#bus.ask(operations.cancelPayment, request);
    if (!start.authorisationNeeded && this.#profile.deletedPaymentAnswer === 'noContent') {
      call.res?.status(HttpStatus.NO_CONTENT);
      return undefined;
    }
    const parameters = { ...call.payment, paymentId: call.params.paymentId };
    return { transactionStatus, ...warningsOf(call), _links: this.#links.ofCancellation(parameters, start) };
  }

  @Endpoint('startPaymentInitiationCancellationAuthorisation')
  async startCancellationAuthorisation(@Req() call: Call<'startPaymentInitiationCancellationAuthorisation'>) {
    const request = { ...startOf(call), ...addressedPayment(call) };
    const state = await this.#bus.ask(operations.startCancellationAuthorisation, request);
    return this.#answers.started(call, 'cancellation', state);
  }

  /** The list under both names (decision 14). */
  @Endpoint('getPaymentInitiationCancellationAuthorisationInformation')
  async getCancellationAuthorisations(@Req() call: Call<'getPaymentInitiationCancellationAuthorisationInformation'>) {
    const { authorisationIds } = await this.#bus.ask(operations.listCancellationAuthorisations, addressedPayment(call));
    return { authorisationIds, cancellationIds: authorisationIds };
  }

  @Endpoint('getPaymentCancellationScaStatus')
  getPaymentCancellationScaStatus(@Req() call: Call<'getPaymentCancellationScaStatus'>) {
    return this.#answers.status(call, 'cancellation');
  }

  @Endpoint('updatePaymentCancellationPsuData')
  updatePaymentCancellationPsuData(@Req() call: Call<'updatePaymentCancellationPsuData'>) {
    return this.#answers.updated(call, 'cancellation');
  }
}
