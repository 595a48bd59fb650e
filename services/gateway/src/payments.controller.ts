import { Controller, Inject, Req } from '@nestjs/common';
import * as operations from '@xs2a/contracts';
import { BUS, type Bus } from '@xs2a/service-kit';
import { addressedPayment } from './addressed.ts';
import { announceCreated, firstStepOf } from './answer-created.ts';
import { type Call, headerOf } from './call.ts';
import { creationOf } from './creation.ts';
import { Endpoint } from './endpoint.decorator.ts';
import { Links } from './links.ts';
import { bodyOf } from './parse-input.ts';

/** Interface 4.6. */
@Controller()
export class PaymentsController {
  readonly #bus: Bus;
  readonly #links: Links;

  constructor(@Inject(BUS) bus: Bus, @Inject(Links) links: Links) {
    this.#bus = bus;
    this.#links = links;
  }

  @Endpoint('initiatePayment')
  async initiatePayment(@Req() call: Call<'initiatePayment'>) {
    const order = ORDERS[call.payment.paymentService](call);
    const preferred = headerOf(call, 'tpp-rejection-nofunds-preferred');
    const reply = await this.#bus.ask(operations.initiatePayment, {
      ...creationOf(call),
      order,
      ...(preferred !== undefined && { rejectedWithoutFunds: preferred === 'true' }),
    });
    const { paymentId, transactionStatus, ...start } = reply;
    const links = this.#links.ofCreation('payment', { ...call.payment, paymentId }, start);
    announceCreated(call, links, start);
    return { transactionStatus, paymentId, ...firstStepOf(start), _links: links };
  }

  @Endpoint('getPaymentInformation')
  async getPaymentInformation(@Req() call: Call<'getPaymentInformation'>) {
    const { order, ...state } = await this.#bus.ask(operations.readPayment, addressedPayment(call));
    if ('xml' in order) throw new operations.Xs2aError('internalError');
    return { ...order.body, ...state };
  }

  @Endpoint('getPaymentInitiationStatus')
  getPaymentInitiationStatus(@Req() call: Call<'getPaymentInitiationStatus'>) {
    return this.#bus.ask(operations.readPaymentStatus, addressedPayment(call));
  }
}

/** What was posted, by the service that the address names. */
const ORDERS: { [Service in operations.PaymentService]: (call: Call) => operations.PaymentOrderOf<Service> } = {
  payments: (call) => ({
    paymentService: 'payments',
    paymentProduct: call.payment.paymentProduct,
    body: bodyOf(call, operations.SinglePayment),
  }),
  'periodic-payments': (call) => ({
    paymentService: 'periodic-payments',
    paymentProduct: call.payment.paymentProduct,
    body: bodyOf(call, operations.PeriodicPayment),
  }),
  'bulk-payments': () => {
    throw new operations.Xs2aError('productUnknown');
  },
};
