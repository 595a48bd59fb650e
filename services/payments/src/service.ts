import * as operations from '@xs2a/contracts';
import { defineService, handler, versionOf } from '@xs2a/service-kit';
import { z } from 'zod';
import { confirmCreditor } from './authorisation/confirm-creditor.ts';
import { handOverAuthorisation, handOverBeforeOlderSca } from './authorisation/hand-over.ts';
import { listAuthorisations } from './authorisation/list-authorisations.ts';
import { rejectUnauthorised } from './authorisation/reject-unauthorised.ts';
import { settleAuthorisation } from './authorisation/settle-authorisation.ts';
import { startAuthorisation } from './authorisation/start-authorisation.ts';
import { createBasket } from './baskets/create-basket.ts';
import { deleteBasket } from './baskets/delete-basket.ts';
import { endOverdueBaskets } from './baskets/end-overdue-baskets.ts';
import { leaveBasket } from './baskets/leave-basket.ts';
import { listBasketAuthorisations, readBasket, readBasketStatus } from './baskets/read-basket.ts';
import { settleBasketAuthorisation } from './baskets/settle-basket-authorisation.ts';
import { startBasketAuthorisation } from './baskets/start-basket-authorisation.ts';
import { cancelPayment } from './cancellation/cancel-payment.ts';
import { listCancellationAuthorisations } from './cancellation/list-cancellation-authorisations.ts';
import { settleCancellationAuthorisation } from './cancellation/settle-cancellation-authorisation.ts';
import { startCancellationAuthorisation } from './cancellation/start-cancellation-authorisation.ts';
import { createContext } from './context.ts';
import { findPsuStandingOrders, readPsuStandingOrder } from './dashboard/find-psu-standing-orders.ts';
import { stopStandingOrder } from './dashboard/stop-standing-order.ts';
import { executeDuePayments } from './execution/execute-due-payments.ts';
import { reportExecution } from './execution/report-execution.ts';
import { initiatePayment } from './initiation/initiate-payment.ts';
import { concludeOverdue } from './instant/conclude-overdue.ts';
import { BASKETS } from './model/basket.ts';
import { BULK_MESSAGES, BULK_TRANSFERS } from './model/bulk-message.ts';
import { EXECUTIONS } from './model/execution.ts';
import { PARTY_VERIFICATIONS } from './model/party-verification.ts';
import { PAYEE_RESULTS } from './model/payee-check.ts';
import { PAYMENTS } from './model/payment.ts';
import { readPayeeVerification } from './payee-verification/read-payee-verification.ts';
import { repeatChecks } from './payee-verification/repeat-checks.ts';
import { verifyParty } from './payee-verification/verify-party.ts';
import { PERSONAL_DATA } from './personal-data.ts';
import { findStored } from './reading/find-stored.ts';
import { readExtendedStatus } from './reading/read-extended-status.ts';
import { readPayment } from './reading/read-payment.ts';
import { readPaymentStatus } from './reading/read-payment-status.ts';
import { readStatusReport } from './reading/read-status-report.ts';

const EXECUTE_EVERY_MS = 10_000;
/** Leaves time within the ten seconds to ask the bank, and for a run that waits for its answer. */
const CONCLUDE_EVERY_MS = 500;
/** Shorter than the time of the bank, so that a payment is seen before it is due. */
const CONCLUDE_IDLE_EVERY_MS = 2_000;
const END_OVERDUE_EVERY_MS = 60_000;
const REPEAT_CHECKS_EVERY_MS = 5_000;

/** Signing baskets are served here, with their payments: a basket and its payments change in one transaction. */
export const service = defineService({
  name: 'payments',
  version: versionOf(import.meta.url),
  usesKeys: true,
  config: z.object({}),
  collections: [PAYMENTS, EXECUTIONS, BULK_MESSAGES, BULK_TRANSFERS, PAYEE_RESULTS, BASKETS, PARTY_VERIFICATIONS],
  personalData: PERSONAL_DATA,
  createContext,
  handlers: [
    handler(operations.initiatePayment, initiatePayment),
    handler(operations.findStoredPayments, findStored),
    handler(operations.readPayment, readPayment),
    handler(operations.readPaymentStatus, readPaymentStatus),
    handler(operations.readExtendedStatus, readExtendedStatus),
    handler(operations.readStatusReport, readStatusReport),
    handler(operations.listPaymentAuthorisations, listAuthorisations),
    handler(operations.startPaymentAuthorisation, startAuthorisation),
    handler(operations.handOverPaymentAuthorisation, handOverAuthorisation),
    handler(operations.confirmCreditor, confirmCreditor),
    handler(operations.readPayeeVerification, readPayeeVerification),
    handler(operations.verifyParty, verifyParty),
    handler(operations.settlePaymentAuthorisation, settleAuthorisation),
    handler(operations.cancelPayment, cancelPayment),
    handler(operations.listCancellationAuthorisations, listCancellationAuthorisations),
    handler(operations.startCancellationAuthorisation, startCancellationAuthorisation),
    handler(operations.settleCancellationAuthorisation, settleCancellationAuthorisation),
    handler(operations.reportExecution, reportExecution),
    handler(operations.createBasket, createBasket),
    handler(operations.readBasket, readBasket),
    handler(operations.readBasketStatus, readBasketStatus),
    handler(operations.deleteBasket, deleteBasket),
    handler(operations.listBasketAuthorisations, listBasketAuthorisations),
    handler(operations.startBasketAuthorisation, startBasketAuthorisation),
    handler(operations.settleBasketAuthorisation, settleBasketAuthorisation),
    handler(operations.leaveBasket, leaveBasket),
    handler(operations.findPsuStandingOrders, findPsuStandingOrders),
    handler(operations.readPsuStandingOrder, readPsuStandingOrder),
    handler(operations.stopStandingOrder, stopStandingOrder),
  ],
  onStart: handOverBeforeOlderSca,
  jobs: [
    { name: 'executeDuePayments', everyMs: EXECUTE_EVERY_MS, inEachScope: true, run: executeDuePayments },
    {
      name: 'concludeOverdue',
      everyMs: CONCLUDE_EVERY_MS,
      idle: { everyMs: CONCLUDE_IDLE_EVERY_MS, is: ({ openDeadlines }) => !openDeadlines.isExpected() },
      inEachScope: true,
      run: concludeOverdue,
    },
    { name: 'rejectUnauthorised', everyMs: END_OVERDUE_EVERY_MS, inEachScope: true, run: rejectUnauthorised },
    { name: 'repeatChecks', everyMs: REPEAT_CHECKS_EVERY_MS, inEachScope: true, run: repeatChecks },
    { name: 'endOverdueBaskets', everyMs: END_OVERDUE_EVERY_MS, inEachScope: true, run: endOverdueBaskets },
  ],
});
