import { Xs2aError } from '@xs2a/contracts';

/** Fault of a message. Logged and counted, but not disclosed to its sender. */
export type Fault =
  | 'unsigned'
  | 'malformed'
  | 'otherSigner'
  | 'keyUnknown'
  | 'signatureInvalid'
  | 'otherMessage'
  | 'expired'
  | 'fromTheFuture'
  | 'replayed'
  | 'clear'
  | 'unopenable';

/**
 * A message that failed verification. It has no effect and is a temporary error for its sender: an outbox sends it again, then
 * signed even if the previous version first sent it unsigned.
 */
export class UnauthenticMessage extends Xs2aError {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super('serviceUnavailable', { cause: new Error(`the message is not authentic: ${fault}`) });
    this.fault = fault;
  }
}
