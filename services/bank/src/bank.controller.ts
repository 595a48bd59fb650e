import { Controller, Inject } from '@nestjs/common';
import type { RequestOf } from '@xs2a/contracts';
import * as operations from '@xs2a/contracts';
import { Serves } from '@xs2a/service-kit';
import { checkExemption } from './connector/check-exemption.ts';
import { checkFunds } from './connector/check-funds.ts';
import { identifyPsu } from './connector/identify-psu.ts';
import { putStandingOrder } from './connector/put-standing-order.ts';
import { readSigningRules } from './connector/read-signing-rules.ts';
import { sendChallenge } from './connector/send-challenge.ts';
import { submitBulkPayment } from './connector/submit-bulk-payment.ts';
import { submitPayment } from './connector/submit-payment.ts';
import { verifyChallenge } from './connector/verify-challenge.ts';
import { verifyPassword } from './connector/verify-password.ts';
import { withdrawChallenge } from './connector/withdraw-challenge.ts';
import { withdrawPayment } from './connector/withdraw-payment.ts';
import { CONTEXT } from './context.provider.ts';
import type { BankContext } from './context.ts';
import { answerDevice } from './sandbox/phone/answer-device.ts';
import { readDevice } from './sandbox/phone/read-device.ts';
import { readInbox } from './sandbox/phone/read-inbox.ts';

/** The bank connector as the sandbox answers it. */
@Controller()
export class BankController {
  constructor(@Inject(CONTEXT) private readonly context: BankContext) {}

  @Serves(operations.identifyPsu)
  identifyPsu(request: RequestOf<typeof operations.identifyPsu>) {
    return identifyPsu(this.context, request);
  }

  @Serves(operations.readSigningRules)
  readSigningRules(request: RequestOf<typeof operations.readSigningRules>) {
    return readSigningRules(this.context, request);
  }

  @Serves(operations.checkExemption)
  checkExemption(request: RequestOf<typeof operations.checkExemption>) {
    return checkExemption(this.context, request);
  }

  @Serves(operations.verifyPassword)
  verifyPassword(request: RequestOf<typeof operations.verifyPassword>) {
    return verifyPassword(this.context, request);
  }

  @Serves(operations.sendChallenge)
  sendChallenge(request: RequestOf<typeof operations.sendChallenge>) {
    return sendChallenge(this.context, request);
  }

  @Serves(operations.withdrawChallenge)
  withdrawChallenge(request: RequestOf<typeof operations.withdrawChallenge>) {
    return withdrawChallenge(this.context, request);
  }

  @Serves(operations.verifyChallenge)
  verifyChallenge(request: RequestOf<typeof operations.verifyChallenge>) {
    return verifyChallenge(this.context, request);
  }

  @Serves(operations.checkFunds)
  checkFunds(request: RequestOf<typeof operations.checkFunds>) {
    return checkFunds(this.context, request);
  }

  @Serves(operations.submitPayment)
  submitPayment(request: RequestOf<typeof operations.submitPayment>) {
    return submitPayment(this.context, request);
  }

  @Serves(operations.submitBulkPayment)
  submitBulkPayment(request: RequestOf<typeof operations.submitBulkPayment>) {
    return submitBulkPayment(this.context, request);
  }

  @Serves(operations.putStandingOrder)
  putStandingOrder(request: RequestOf<typeof operations.putStandingOrder>) {
    return putStandingOrder(this.context, request);
  }

  @Serves(operations.readInbox)
  readInbox(request: RequestOf<typeof operations.readInbox>) {
    return readInbox(this.context, request);
  }

  @Serves(operations.withdrawPayment)
  withdrawPayment(request: RequestOf<typeof operations.withdrawPayment>) {
    return withdrawPayment(this.context, request);
  }

  @Serves(operations.readDevice)
  readDevice(request: RequestOf<typeof operations.readDevice>) {
    return readDevice(this.context, request);
  }

  @Serves(operations.answerDevice)
  answerDevice(request: RequestOf<typeof operations.answerDevice>) {
    return answerDevice(this.context, request);
  }
}
