import { Xs2aError } from '@xs2a/contracts';

export function unavailable(why: string, cause?: unknown): Xs2aError {
  return new Xs2aError('serviceUnavailable', { cause: new Error(why, { cause }) });
}

/** The subject has no subscriber: nothing was received and nothing was done. */
export class NoReceiver extends Xs2aError {
  constructor() {
    super('serviceUnavailable', { cause: new Error('no responder') });
  }
}

/** The message exceeds `max_payload` of the bus: nothing was sent, and a retry would fail too. */
export class MessageTooLarge extends Xs2aError {
  constructor(cause: unknown) {
    super('serviceUnavailable', { cause });
  }
}

/** No answer came, although a receiver may have got the request: it is unknown whether it had an effect. */
export class UnclearOutcome extends Xs2aError {
  constructor({ cause, situation }: Xs2aError) {
    super('serviceUnavailable', { cause: new Error(cause instanceof Error ? cause.message : situation) });
  }
}
