import { Controller, Inject, type OnApplicationBootstrap } from '@nestjs/common';
import type { AspspProfile, RequestOf } from '@xs2a/contracts';
import * as operations from '@xs2a/contracts';
import {
  BUS,
  type Bus,
  CLOCK,
  type Clock,
  DATABASE,
  type Database,
  InjectCollection,
  JOBS,
  type Jobs,
  LOG,
  type Log,
  OUTBOX,
  type OutboxSender,
  PROFILE,
  Serves,
} from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import { BULK_MESSAGES, BULK_TRANSFERS, type BulkMessage, type BulkTransfers } from './bulk-message.ts';
import { executeDuePayments } from './execute-due-payments.ts';
import { EXECUTIONS, type Execution } from './execution.ts';
import { initiatePayment } from './initiate-payment.ts';
import { PAYMENTS, type Payment } from './payment.ts';
import { listAuthorisations, readPayment, readPaymentStatus } from './read-payment.ts';
import { readStatusReport } from './read-status-report.ts';
import { rejectUnauthorised } from './reject-unauthorised.ts';
import { reportExecution } from './report-execution.ts';
import type { PaymentsRoom } from './room.ts';
import { settleAuthorisation } from './settle-authorisation.ts';

const EXECUTE_EVERY_MS = 10_000;
const TIDY_EVERY_MS = 60_000;

@Controller()
export class PaymentsController implements OnApplicationBootstrap {
  readonly #room: PaymentsRoom;
  readonly #jobs: Jobs;

  constructor(
    @InjectCollection(PAYMENTS) payments: Collection<Payment>,
    @InjectCollection(EXECUTIONS) executions: Collection<Execution>,
    @InjectCollection(BULK_MESSAGES) bulkMessages: Collection<BulkMessage>,
    @InjectCollection(BULK_TRANSFERS) bulkTransfers: Collection<BulkTransfers>,
    @Inject(DATABASE) database: Database,
    @Inject(BUS) bus: Bus,
    @Inject(OUTBOX) outbox: OutboxSender,
    @Inject(PROFILE) profile: AspspProfile,
    @Inject(CLOCK) now: Clock,
    @Inject(LOG) log: Log,
    @Inject(JOBS) jobs: Jobs,
  ) {
    this.#room = { payments, executions, bulkMessages, bulkTransfers, database, bus, outbox, profile, now, log };
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

  @Serves(operations.settlePaymentAuthorisation)
  settleAuthorisation(request: RequestOf<typeof operations.settlePaymentAuthorisation>) {
    return settleAuthorisation(this.#room, request);
  }

  @Serves(operations.reportExecution)
  reportExecution(request: RequestOf<typeof operations.reportExecution>) {
    return reportExecution(this.#room, request);
  }
}
