import { Controller, Inject, Req, Res } from '@nestjs/common';
import * as operations from '@xs2a/contracts';
import { BUS, type Bus } from '@xs2a/service-kit';
import type { Response } from 'express';
import { addressedPayment } from './addressed.ts';
import { announceCreated, firstStepOf } from './answer-created.ts';
import { type Call, headerOf } from './call.ts';
import { creationOf } from './creation.ts';
import { Endpoint } from './endpoint.decorator.ts';
import { Links } from './links.ts';
import { JSON_TYPE } from './offered-types.ts';
import { bodyOf } from './parse-input.ts';
import { warningsOf } from './warnings.ts';

/** Payments (Implementation Guidelines, Payment Initiation Request). */
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
    return { transactionStatus, paymentId, ...firstStepOf(start), ...warningsOf(call), _links: links };
  }

  @Endpoint('getPaymentInformation')
  async getPaymentInformation(
    @Req() call: Call<'getPaymentInformation'>,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { order, ...state } = await this.#bus.ask(operations.readPayment, addressedPayment(call));
    if (order.paymentService !== 'bulk-payments') return { ...order.body, ...state };
    response.type(call.answerType);
    return order.xml;
  }

  @Endpoint('getPaymentInitiationStatus')
  async getPaymentInitiationStatus(
    @Req() call: Call<'getPaymentInitiationStatus'>,
    @Res({ passthrough: true }) response: Response,
  ) {
    if (call.answerType === JSON_TYPE) return this.#bus.ask(operations.readPaymentStatus, addressedPayment(call));
    const { xml } = await this.#bus.ask(operations.readStatusReport, addressedPayment(call));
    response.type(call.answerType);
    return xml;
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
  // XML goes on as it is.
  'bulk-payments': ({ payment, body }) => ({
    paymentService: 'bulk-payments',
    paymentProduct: payment.paymentProduct,
    xml: String(body),
  }),
};
