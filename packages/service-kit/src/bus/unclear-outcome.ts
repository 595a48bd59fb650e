import { Xs2aError } from '@xs2a/contracts';

/** No answer came to a message that its receiver may have had: whether it had an effect is not known. */
export class UnclearOutcome extends Xs2aError {
  constructor(why: string) {
    super('serviceUnavailable', { cause: new Error(why) });
  }
}
