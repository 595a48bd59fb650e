import { Controller, HttpStatus, Inject, Req } from '@nestjs/common';
import * as operations from '@xs2a/contracts';
import { CONTEXT } from '@xs2a/service-kit';
import { firstStepOf } from '../../answers/sca-step.ts';
import { warningsOf } from '../../answers/warnings.ts';
import type { GatewayContext } from '../../context.ts';
import type { Call } from '../../request/call.ts';
import { wishesOf } from '../../request/creation.ts';
import { Endpoint } from '../../routing/endpoint.decorator.ts';
import {
  readAuthorisationStatus,
  startedAnswer,
  updateAuthorisation,
} from '../authorisations/authorisation-answers.ts';
import { authorisationStart } from '../authorisations/authorisation-start.ts';
import { addressedPayment } from './addressed-payment.ts';

/** Authorisations of payments, cancellations, and authorisations of cancellations. */
@Controller()
export class PaymentAuthorisationsController {
  readonly #context: GatewayContext;

  constructor(@Inject(CONTEXT) context: GatewayContext) {
    this.#context = context;
  }

  @Endpoint('startPaymentAuthorisation')
  async startPaymentAuthorisation(@Req() call: Call<'startPaymentAuthorisation'>) {
    const request = { ...authorisationStart(call), ...addressedPayment(call) };
    const state = await this.#context.bus.ask(operations.startPaymentAuthorisation, request);
    return startedAnswer(this.#context, call, 'payment', state);
  }

  @Endpoint('getPaymentInitiationAuthorisation')
  getPaymentInitiationAuthorisation(@Req() call: Call<'getPaymentInitiationAuthorisation'>) {
    return this.#context.bus.ask(operations.listPaymentAuthorisations, addressedPayment(call));
  }

  @Endpoint('getPaymentInitiationScaStatus')
  getPaymentInitiationScaStatus(@Req() call: Call<'getPaymentInitiationScaStatus'>) {
    const { paymentId: id, authorisationId } = call.params;
    return readAuthorisationStatus(this.#context, call, { kind: 'payment', id, authorisationId });
  }

  @Endpoint('updatePaymentPsuData')
  updatePaymentPsuData(@Req() call: Call<'updatePaymentPsuData'>) {
    const { paymentId: id, authorisationId } = call.params;
    return updateAuthorisation(this.#context, call, { kind: 'payment', id, authorisationId });
  }

  /** 202 as in the Croatian profile. The profile may choose 204 if no authorisation is needed (decision 16). */
  @Endpoint('cancelPayment')
  async cancelPayment(@Req() call: Call<'cancelPayment'>) {
    const request = { ...addressedPayment(call), requestId: call.requestId.toLowerCase(), wishes: wishesOf(call) };
    const { transactionStatus, ...start } = await this.#context.bus.ask(operations.cancelPayment, request);
    if (!start.authorisationNeeded && this.#context.profile.deletedPaymentAnswer === 'noContent') {
      call.res?.status(HttpStatus.NO_CONTENT);
      return undefined;
    }
    const parameters = { ...call.payment, paymentId: call.params.paymentId };
    const found = this.#context.links.ofCancellation(parameters, start);
    return { transactionStatus, ...firstStepOf(start), ...warningsOf(call), _links: found };
  }

  @Endpoint('startPaymentInitiationCancellationAuthorisation')
  async startCancellationAuthorisation(@Req() call: Call<'startPaymentInitiationCancellationAuthorisation'>) {
    const request = { ...authorisationStart(call), ...addressedPayment(call) };
    const state = await this.#context.bus.ask(operations.startCancellationAuthorisation, request);
    return startedAnswer(this.#context, call, 'cancellation', state);
  }

  /** The list under both names (decision 14). */
  @Endpoint('getPaymentInitiationCancellationAuthorisationInformation')
  async getCancellationAuthorisations(@Req() call: Call<'getPaymentInitiationCancellationAuthorisationInformation'>) {
    const { authorisationIds } = await this.#context.bus.ask(
      operations.listCancellationAuthorisations,
      addressedPayment(call),
    );
    return { authorisationIds, cancellationIds: authorisationIds };
  }

  @Endpoint('getPaymentCancellationScaStatus')
  getPaymentCancellationScaStatus(@Req() call: Call<'getPaymentCancellationScaStatus'>) {
    const { paymentId: id, authorisationId } = call.params;
    return readAuthorisationStatus(this.#context, call, { kind: 'cancellation', id, authorisationId });
  }

  @Endpoint('updatePaymentCancellationPsuData')
  updatePaymentCancellationPsuData(@Req() call: Call<'updatePaymentCancellationPsuData'>) {
    const { paymentId: id, authorisationId } = call.params;
    return updateAuthorisation(this.#context, call, { kind: 'cancellation', id, authorisationId });
  }
}
