import { headers, type Msg, type MsgHdrs } from '@nats-io/transport-node';
import { Xs2aError } from '@xs2a/contracts';
import type { OpenedRequest } from '../protection/message-protection.ts';
import { HEADER, type NOT_BEGUN, refusalMessage } from './bus-message.ts';
import { LIVENESS } from './liveness.ts';
import { type ReplyPayload, withHead } from './replies/reply-payload.ts';
import type { Turn } from './turn.ts';

/** Description of the replica in every message to a caller. */
export interface Sender {
  readonly replica: string;
  /** It has more work than it can do now. */
  readonly isBusy: () => boolean;
  /** Answers leave at its end. */
  readonly turn: Turn;
  /** Gets why an answer could not be sent. */
  readonly unsent: (error: unknown) => void;
}

/** The answer to one request: signs of life while it is not given, then the reply or the refusal, once. */
export class Answering {
  readonly #message: Msg;
  readonly #sender: Sender;
  /** A caller that does not understand signs would take the first for the reply. */
  readonly #understandsSigns: boolean;
  #timer: NodeJS.Timeout | undefined;
  #isGiven = false;

  constructor(message: Msg, sender: Sender, understandsSigns: boolean) {
    this.#message = message;
    this.#sender = sender;
    this.#understandsSigns = understandsSigns;
  }

  get isGiven(): boolean {
    return this.#isGiven;
  }

  /** Gives the first sign after so many milliseconds. `isStuck` is asked with every sign whether there is no point in more. */
  giveSigns(firstAfterMs: number, isStuck: () => Xs2aError | undefined): void {
    if (!this.#understandsSigns) return;
    const sign = (): void => {
      const reason = isStuck();
      if (reason !== undefined) return this.refuse(reason);
      const sent = this.#headers();
      sent.set(HEADER.inWork, '1');
      this.#message.respond('', { headers: sent });
      this.#timer = setTimeout(sign, LIVENESS.signEveryMs);
    };
    if (firstAfterMs > 0) this.#timer = setTimeout(sign, firstAfterMs);
    else sign();
  }

  reply({ payload, head }: ReplyPayload): void {
    if (!this.#give()) return;
    this.#send(payload, withHead(head, this.#understandsSigns ? this.#headers() : undefined));
  }

  /** A refusal of what was opened is sealed as its reply would be. Where that fails, nothing but this is told in clear. */
  async refuseSealed(error: Xs2aError, seal: OpenedRequest['sealReply']): Promise<void> {
    const { payload } = refusalMessage(error);
    try {
      this.refuse(error, undefined, await seal?.({ payload, isRefusal: true }));
    } catch (cause) {
      this.#sender.unsent(cause);
      this.refuse(new Xs2aError('serviceUnavailable', { cause }));
    }
  }

  refuse(error: Xs2aError, notBegun?: (typeof NOT_BEGUN)[keyof typeof NOT_BEGUN], sealed?: string): void {
    if (!this.#give()) return;
    const { headers: sent, payload } = refusalMessage(error);
    if (this.#understandsSigns) this.#headers(sent);
    if (notBegun !== undefined) sent.set(HEADER.notBegun, notBegun);
    this.#send(sealed ?? payload, { headers: sent });
  }

  /** Nobody waits any more. */
  drop(): void {
    this.#give();
  }

  /** An error of this service replaces a reply that cannot be sent, such as one above the maximum message size. */
  #send(payload: ReplyPayload['payload'], options: { headers?: MsgHdrs }): void {
    const { turn, unsent } = this.#sender;
    turn.add(
      () => this.#message.respond(payload, options),
      (error) => {
        unsent(error);
        const refusal = refusalMessage(new Xs2aError('internalError'));
        turn.add(() => this.#message.respond(refusal.payload, { headers: this.#headers(refusal.headers) }), unsent);
      },
    );
  }

  #give(): boolean {
    clearTimeout(this.#timer);
    if (this.#isGiven) return false;
    this.#isGiven = true;
    return true;
  }

  #headers(sent: MsgHdrs = headers()): MsgHdrs {
    sent.set(HEADER.replica, this.#sender.replica);
    if (this.#sender.isBusy()) sent.set(HEADER.busy, '1');
    return sent;
  }
}
