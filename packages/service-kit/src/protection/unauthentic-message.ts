import { Xs2aError } from '@xs2a/contracts';

/** Fault of a message. Logged and counted, never told to its sender. */
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
 * A message that its receiver does not believe. It changes nothing, and is temporary for its sender: an outbox sends it
 * again, signed by then where a service of the version before had sent it.
 */
export class UnauthenticMessage extends Xs2aError {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super('serviceUnavailable', { cause: new Error(`the message is not authentic: ${fault}`) });
    this.fault = fault;
  }
}
