import { Controller, Inject, type OnApplicationBootstrap } from '@nestjs/common';
import type { RequestOf } from '@xs2a/contracts';
import * as operations from '@xs2a/contracts';
import { JOBS, type Jobs, Serves } from '@xs2a/service-kit';
import { cancelPayment } from './cancel-payment.ts';
import { executeDuePayments } from './execute-due-payments.ts';
import { initiatePayment } from './initiate-payment.ts';
import { listAuthorisations, listCancellations, readPayment, readPaymentStatus } from './read-payment.ts';
import { readStatusReport } from './read-status-report.ts';
import { rejectUnauthorised } from './reject-unauthorised.ts';
import { reportExecution } from './report-execution.ts';
import { PaymentsRoom } from './room.ts';
import { settleAuthorisation } from './settle-authorisation.ts';
import { settleCancellation } from './settle-cancellation.ts';
import { startAuthorisation } from './start-authorisation.ts';
import { startCancellation } from './start-cancellation.ts';

const EXECUTE_EVERY_MS = 10_000;
const TIDY_EVERY_MS = 60_000;

@Controller()
export class PaymentsController implements OnApplicationBootstrap {
  readonly #room: PaymentsRoom;
  readonly #jobs: Jobs;

  constructor(@Inject(PaymentsRoom) room: PaymentsRoom, @Inject(JOBS) jobs: Jobs) {
    this.#room = room;
    this.#jobs = jobs;
  }

  onApplicationBootstrap(): void {
    this.#jobs.every('executeDuePayments', EXECUTE_EVERY_MS, async () => void (await executeDuePayments(this.#room)));
    this.#jobs.every('rejectUnauthorised', TIDY_EVERY_MS, async () => void (await rejectUnauthorised(this.#room)));
  }

  @Serves(operations.initiatePayment)
  initiatePayment(request: RequestOf<typeof operations.initiatePayment>) {
    return initiatePayment(this.#room, request);
  }

  @Serves(operations.readPayment)
  readPayment(request: RequestOf<typeof operations.readPayment>) {
    return readPayment(this.#room, request);
  }

  @Serves(operations.readPaymentStatus)
  readPaymentStatus(request: RequestOf<typeof operations.readPaymentStatus>) {
    return readPaymentStatus(this.#room, request);
  }

  @Serves(operations.readStatusReport)
  readStatusReport(request: RequestOf<typeof operations.readStatusReport>) {
    return readStatusReport(this.#room, request);
  }

  @Serves(operations.listPaymentAuthorisations)
  listAuthorisations(request: RequestOf<typeof operations.listPaymentAuthorisations>) {
    return listAuthorisations(this.#room, request);
  }

  @Serves(operations.startPaymentAuthorisation)
  startAuthorisation(request: RequestOf<typeof operations.startPaymentAuthorisation>) {
    return startAuthorisation(this.#room, request);
  }

  @Serves(operations.settlePaymentAuthorisation)
  settleAuthorisation(request: RequestOf<typeof operations.settlePaymentAuthorisation>) {
    return settleAuthorisation(this.#room, request);
  }

  @Serves(operations.cancelPayment)
  cancelPayment(request: RequestOf<typeof operations.cancelPayment>) {
    return cancelPayment(this.#room, request);
  }

  @Serves(operations.listCancellationAuthorisations)
  listCancellations(request: RequestOf<typeof operations.listCancellationAuthorisations>) {
    return listCancellations(this.#room, request);
  }

  @Serves(operations.startCancellationAuthorisation)
  startCancellation(request: RequestOf<typeof operations.startCancellationAuthorisation>) {
    return startCancellation(this.#room, request);
  }

  @Serves(operations.settleCancellationAuthorisation)
  settleCancellation(request: RequestOf<typeof operations.settleCancellationAuthorisation>) {
    return settleCancellation(this.#room, request);
  }

  @Serves(operations.reportExecution)
  reportExecution(request: RequestOf<typeof operations.reportExecution>) {
    return reportExecution(this.#room, request);
  }
}
