import { Xs2aError } from '@xs2a/contracts';

export function unavailable(why: string, cause?: unknown): Xs2aError {
  return new Xs2aError('serviceUnavailable', { cause: new Error(why, { cause }) });
}

/** Nobody listens on the subject: nothing was received, nothing was done. */
export class NoReceiver extends Xs2aError {
  constructor() {
    super('serviceUnavailable', { cause: new Error('no responder') });
  }
}

/** The bus takes no message of this size (`max_payload`): nothing was sent, nor will it be another time. */
export class MessageTooLarge extends Xs2aError {
  constructor(cause: unknown) {
    super('serviceUnavailable', { cause });
  }
}

/** No answer came to a message that its receiver may have had: whether it had an effect is not known. */
export class UnclearOutcome extends Xs2aError {
  constructor({ cause, situation }: Xs2aError) {
    super('serviceUnavailable', { cause: new Error(cause instanceof Error ? cause.message : situation) });
  }
}
