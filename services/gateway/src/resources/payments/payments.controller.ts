import { Controller, Inject, Req, Res } from '@nestjs/common';
import * as operations from '@xs2a/contracts';
import { CONTEXT } from '@xs2a/service-kit';
import type { Response } from 'express';
import { setCreationHeaders } from '../../answers/creation-answer.ts';
import { firstStepOf } from '../../answers/sca-step.ts';
import { transliterationWarnings } from '../../answers/transliteration-warnings.ts';
import { warningsOf } from '../../answers/warnings.ts';
import type { GatewayContext } from '../../context.ts';
import { JSON_TYPE } from '../../request/answer-types.ts';
import { type Call, headerOf } from '../../request/call.ts';
import { creationOf } from '../../request/creation.ts';
import { MULTIPART_PARTS, multipartOf } from '../../request/multipart.ts';
import { bodyOf } from '../../request/parse-input.ts';
import { formatOfPayment } from '../../request/payment-format.ts';
import { Endpoint } from '../../routing/endpoint.decorator.ts';
import { addressedPayment } from './addressed-payment.ts';
import { bulkBody } from './bulk-body.ts';
import { withDaysOfTimes, withoutDaysOfTimes } from './days-of-times.ts';
import { omitUnchosenAccount, orderBody } from './order-body.ts';
import { withoutUnusedDay } from './without-unused-day.ts';

/** Payments of all payment services. */
@Controller()
export class PaymentsController {
  readonly #context: GatewayContext;

  constructor(@Inject(CONTEXT) context: GatewayContext) {
    this.#context = context;
  }

  @Endpoint('initiatePayment')
  async initiatePayment(@Req() call: Call<'initiatePayment'>) {
    const order = ORDERS[call.payment.paymentService](call, this.#context.profile);
    const preferred = headerOf(call, 'tpp-rejection-nofunds-preferred');
    const vopRequested = headerOf(call, 'client-vop-requested');
    const consentId = headerOf(call, 'consent-id');
    const { bus, links } = this.#context;
    const reply = await bus.ask(operations.initiatePayment, {
      ...creationOf(call),
      order,
      ...(consentId !== undefined && { consentId }),
      ...(preferred !== undefined && { rejectedWithoutFunds: preferred === 'true' }),
      ...(vopRequested !== undefined && { payeeVerificationRequested: vopRequested === 'true' }),
    });
    const { paymentId, transactionStatus, transliterated, ...start } = reply;
    const address = { ...call.payment, paymentId };
    const isVerified = transactionStatus === 'RVNC';
    const confirmation = isVerified && start.scaApproach !== 'REDIRECT' ? (['creditorNameConfirmation'] as const) : [];
    const created = {
      ...links.ofCreation('payment', address, start),
      ...links.of('payment', confirmation, address),
    };
    setCreationHeaders(call, created, start);
    if (vopRequested === 'true') call.res?.setHeader('ASPSP-VOP-Supported', String(isVerified));
    const warnings = warningsOf(call, transliterationWarnings(transliterated));
    return { transactionStatus, paymentId, ...firstStepOf(start), ...warnings, _links: created };
  }

  /** The PSU confirms the payee, and the authorisation may begin. */
  @Endpoint('creditorConfirmation')
  async creditorConfirmation(@Req() call: Call<'creditorConfirmation'>) {
    const { bus, links } = this.#context;
    const { transactionStatus, ...start } = await bus.ask(operations.confirmCreditor, addressedPayment(call));
    const address = { ...call.payment, paymentId: call.params.paymentId };
    if (start.scaApproach !== undefined) call.res?.setHeader('ASPSP-SCA-Approach', start.scaApproach);
    return { transactionStatus, ...firstStepOf(start), _links: links.ofCreation('payment', address, start) };
  }

  @Endpoint('getPaymentInformation')
  async getPaymentInformation(
    @Req() call: Call<'getPaymentInformation'>,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { order, transliterated, ...state } = await this.#context.bus.ask(
      operations.readPayment,
      addressedPayment(call),
    );
    const format = formatOfPayment(order);
    if (format === 'json') {
      return {
        ...withoutDaysOfTimes(omitUnchosenAccount(order.body ?? {})),
        ...state,
        ...warningsOf(call, transliterationWarnings(transliterated)),
      };
    }
    // An XML message has no place for warnings: those about its texts are in the status answer (decision 25).
    if (transliterated) response.setHeader('Link', `<${call.path}/status>; rel="status"`);
    if (format === 'xml') {
      response.type(call.answerType);
      return order.xml;
    }
    const { message, terms } = MULTIPART_PARTS;
    const written = multipartOf([
      [message, 'application/xml', order.xml ?? ''],
      [
        terms,
        'application/json',
        JSON.stringify('terms' in order && order.terms ? withoutDaysOfTimes(order.terms) : {}),
      ],
    ]);
    response.setHeader('Content-Type', written.type);
    return written.text;
  }

  @Endpoint('getBulkPaymentExtendedStatus')
  getBulkPaymentExtendedStatus(@Req() call: Call<'getBulkPaymentExtendedStatus'>) {
    const address = { ...addressedPayment(call), paymentService: 'bulk-payments' as const };
    return this.#context.bus.ask(operations.readExtendedStatus, address);
  }

  @Endpoint('getPaymentInitiationStatus')
  async getPaymentInitiationStatus(
    @Req() call: Call<'getPaymentInitiationStatus'>,
    @Res({ passthrough: true }) response: Response,
  ) {
    if (call.answerType === JSON_TYPE) {
      const {
        transliterated,
        tppMessages = [],
        ...state
      } = await this.#context.bus.ask(operations.readPaymentStatus, addressedPayment(call));
      const { tppMessages: warnings = [] } = warningsOf(call, transliterationWarnings(transliterated));
      const messages = [...tppMessages, ...warnings];
      return { ...state, ...(messages.length > 0 && { tppMessages: messages }) };
    }
    const { xml } = await this.#context.bus.ask(operations.readStatusReport, addressedPayment(call));
    response.type(call.answerType);
    return xml;
  }
}

type Profile = Pick<operations.AspspProfile, 'debtorAccount' | 'timeZone'>;
const StandingOrder = operations.PeriodicPayment.partial({ debtorAccount: true });
type Read = {
  [Service in operations.PaymentService]: (call: Call, profile: Profile) => operations.PostedOrderOf<Service>;
};

/** Reads the order in the body, by the payment service of the address. XML is forwarded unchanged. */
const ORDERS: Read = {
  payments: (call, { debtorAccount }) => ({
    paymentService: 'payments',
    paymentProduct: call.payment.paymentProduct,
    ...(isXml(call)
      ? { xml: String(call.body) }
      : { body: orderBody(call, operations.PostedPayment, { product: call.payment.paymentProduct, debtorAccount }) }),
  }),
  'periodic-payments': (call, { debtorAccount, timeZone }) => ({
    paymentService: 'periodic-payments',
    paymentProduct: call.payment.paymentProduct,
    ...(isXml(call)
      ? periodicMessage(call, { timeZone })
      : {
          body: orderBody(withDaysOfTimes(withoutUnusedDay(call), { timeZone }), StandingOrder, {
            product: call.payment.paymentProduct,
            debtorAccount,
          }),
        }),
  }),
  'bulk-payments': (call) => ({
    paymentService: 'bulk-payments',
    paymentProduct: call.payment.paymentProduct,
    ...(isXml(call) ? { xml: String(call.body) } : { body: bulkBody(call) }),
  }),
};

function isXml({ payment }: Call): boolean {
  return formatOfPayment(payment) !== 'json';
}

function periodicMessage(
  call: Call,
  profile: Pick<Profile, 'timeZone'>,
): { xml: string; terms: operations.StandingOrderTerms } {
  const { message, terms } = call.body as { message: string; terms: unknown };
  call.body = terms;
  return {
    xml: message,
    terms: bodyOf(withDaysOfTimes(withoutUnusedDay(call), profile), operations.StandingOrderTerms),
  };
}
