import { Controller, Inject } from '@nestjs/common';
import type { RequestOf } from '@xs2a/contracts';
import * as operations from '@xs2a/contracts';
import { Serves } from '@xs2a/service-kit';
import { answerDevice } from './answer-device.ts';
import { checkExemption } from './check-exemption.ts';
import { checkFunds } from './check-funds.ts';
import { identifyPsu } from './identify-psu.ts';
import { putStandingOrder } from './put-standing-order.ts';
import { readDevice } from './read-device.ts';
import { readInbox } from './read-inbox.ts';
import { readSigningRules } from './read-signing-rules.ts';
import { ROOM } from './room.provider.ts';
import type { Room } from './room.ts';
import { sendChallenge } from './send-challenge.ts';
import { submitBulkPayment } from './submit-bulk-payment.ts';
import { submitPayment } from './submit-payment.ts';
import { verifyChallenge } from './verify-challenge.ts';
import { verifyPassword } from './verify-password.ts';
import { withdrawChallenge } from './withdraw-challenge.ts';
import { withdrawPayment } from './withdraw-payment.ts';

/** The bank connector as the sandbox answers it. */
@Controller()
export class BankController {
  constructor(@Inject(ROOM) private readonly room: Room) {}

  @Serves(operations.identifyPsu)
  identifyPsu(request: RequestOf<typeof operations.identifyPsu>) {
    return identifyPsu(this.room, request);
  }

  @Serves(operations.readSigningRules)
  readSigningRules(request: RequestOf<typeof operations.readSigningRules>) {
    return readSigningRules(this.room, request);
  }

  @Serves(operations.checkExemption)
  checkExemption(request: RequestOf<typeof operations.checkExemption>) {
    return checkExemption(this.room, request);
  }

  @Serves(operations.verifyPassword)
  verifyPassword(request: RequestOf<typeof operations.verifyPassword>) {
    return verifyPassword(this.room, request);
  }

  @Serves(operations.sendChallenge)
  sendChallenge(request: RequestOf<typeof operations.sendChallenge>) {
    return sendChallenge(this.room, request);
  }

  @Serves(operations.withdrawChallenge)
  withdrawChallenge(request: RequestOf<typeof operations.withdrawChallenge>) {
    return withdrawChallenge(this.room, request);
  }

  @Serves(operations.verifyChallenge)
  verifyChallenge(request: RequestOf<typeof operations.verifyChallenge>) {
    return verifyChallenge(this.room, request);
  }

  @Serves(operations.checkFunds)
  checkFunds(request: RequestOf<typeof operations.checkFunds>) {
    return checkFunds(this.room, request);
  }

  @Serves(operations.submitPayment)
  submitPayment(request: RequestOf<typeof operations.submitPayment>) {
    return submitPayment(this.room, request);
  }

  @Serves(operations.submitBulkPayment)
  submitBulkPayment(request: RequestOf<typeof operations.submitBulkPayment>) {
    return submitBulkPayment(this.room, request);
  }

  @Serves(operations.putStandingOrder)
  putStandingOrder(request: RequestOf<typeof operations.putStandingOrder>) {
    return putStandingOrder(this.room, request);
  }

  @Serves(operations.readInbox)
  readInbox(request: RequestOf<typeof operations.readInbox>) {
    return readInbox(this.room, request);
  }

  @Serves(operations.withdrawPayment)
  withdrawPayment(request: RequestOf<typeof operations.withdrawPayment>) {
    return withdrawPayment(this.room, request);
  }

  @Serves(operations.readDevice)
  readDevice(request: RequestOf<typeof operations.readDevice>) {
    return readDevice(this.room, request);
  }

  @Serves(operations.answerDevice)
  answerDevice(request: RequestOf<typeof operations.answerDevice>) {
    return answerDevice(this.room, request);
  }
}
