import { headers, type Msg, type MsgHdrs } from '@nats-io/transport-node';
import { Xs2aError } from '@xs2a/contracts';
import type { OpenedRequest } from '../protection/message-protection.ts';
import { HEADER, type NOT_STARTED_REASONS, refusalMessage } from './bus-message.ts';
import { LIVENESS } from './liveness.ts';
import { type ReplyPayload, withHead } from './replies/reply-payload.ts';
import type { WriteBatch } from './turn.ts';

/** Identifies the replica in every message to a caller. */
export interface Sender {
  readonly replica: string;
  /** Whether the service is overloaded. */
  readonly isBusy: () => boolean;
  /** Answers are sent at the end of this turn of the event loop. */
  readonly turn: WriteBatch;
  /** Called with the reason if an answer could not be sent. */
  readonly unsent: (error: unknown) => void;
}

/** The answer to one request: heartbeats while the work is in progress, then exactly one reply or error. */
export class PendingReply {
  readonly #message: Msg;
  readonly #sender: Sender;
  /** A caller that does not understand heartbeats would mistake the first one for the reply. */
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

  /**
   * Sends the first sign of life after this many milliseconds. Each sign calls `isStuck`, which returns an error if waiting
   * longer is pointless.
   */
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

  /** Sends an error sealed in the same way as the reply to a sealed request. If sealing fails, sends only that fact, unsealed. */
  async refuseSealed(error: Xs2aError, seal: OpenedRequest['sealReply']): Promise<void> {
    const { payload } = refusalMessage(error);
    try {
      this.refuse(error, undefined, await seal?.({ payload, isRefusal: true }));
    } catch (cause) {
      this.#sender.unsent(cause);
      this.refuse(new Xs2aError('serviceUnavailable', { cause }));
    }
  }

  refuse(
    error: Xs2aError,
    notBegun?: (typeof NOT_STARTED_REASONS)[keyof typeof NOT_STARTED_REASONS],
    sealed?: string,
  ): void {
    if (!this.#give()) return;
    const { headers: sent, payload } = refusalMessage(error);
    if (this.#understandsSigns) this.#headers(sent);
    if (notBegun !== undefined) sent.set(HEADER.notBegun, notBegun);
    this.#send(sealed ?? payload, { headers: sent });
  }

  /** Stops without an answer, because no caller waits any longer. */
  drop(): void {
    this.#give();
  }

  /** Sends a reply. If that fails, for example above the maximum message size, sends an error of this service instead. */
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
