import { InvalidArgumentError, type Msg, type NatsConnection } from '@nats-io/transport-node';
import { addressOf, serviceOf, type Xs2aError } from '@xs2a/contracts';
import type { RequestContext } from '../context/request-context.ts';
import { HEADER, NOT_STARTED_REASONS, requestHeaders } from './bus-message.ts';
import { MessageTooLarge, NoReceiver, UnclearOutcome, unavailable } from './failed-ask.ts';
import { LIVENESS } from './liveness.ts';
import type { Replicas } from './replicas.ts';
import { steadyNow } from './sender-clocks.ts';
import type { WriteBatch } from './turn.ts';

const ATTEMPTS_MAX = 6;
/** Pauses in milliseconds before a request without receiver is sent again, if the service has answered recently. */
const NO_RESPONDER_PAUSES_MS = [100, 200, 400];

/** One request: its operation, its deadline, and whether it may be delivered twice. */
export interface OutgoingRequest {
  readonly subject: string;
  readonly payload: string;
  readonly signature: string | undefined;
  readonly context: RequestContext;
  /** The caller waits no longer, in any case. */
  readonly deadline: number;
  /** Time after which a receiver without heartbeats is given up. */
  readonly patience: number;
  readonly isRepeatable: boolean;
  /** Number of repetitions while the request has no receiver and the service has not answered recently. */
  readonly unheardRepeats: number;
  /** Whether one of our own services has answered recently and is therefore expected back soon. */
  readonly isExpectedBack: boolean;
}

/** Receives the messages on one reply subject. */
export interface Receiver {
  receive(message: Msg): void;
  /** The connection was lost, so messages in transit may never arrive. */
  cut(): void;
  /** The bus permissions do not allow this participant to publish to the subject, so the request had no receiver. */
  forbidden(subject: string): void;
}

/** The part of the connection that a request uses. */
export interface RequestConnection {
  readonly connection: NatsConnection;
  readonly turn: WriteBatch;
  readonly isConnected: boolean;
  readonly replicas: Replicas;
  /** Opens a reply subject. */
  open(receiver: Receiver): string;
  close(reply: string): void;
  /** Connected, and the server answered the latest check. */
  readonly isSure: boolean;
  /** Rejects if the connection has been lost for too long. */
  untilConnected(latest: number, mustBeSure: boolean): Promise<void>;
  /** Asks the replicas of a service whether they run. Settles with the first answer, or after a short time. */
  probe(service: string): Promise<void>;
}

interface End {
  readonly resolve: (message: Msg) => void;
  readonly reject: (error: Xs2aError) => void;
}

export function askUntilAnswered(line: RequestConnection, question: OutgoingRequest): Promise<Msg> {
  return new Promise((resolve, reject) => new Ask(line, question, { resolve, reject }).send());
}

/** A request in progress. It is sent to other replicas while its receivers are silent, until one answers or the time is up. */
class Ask implements Receiver {
  readonly #line: RequestConnection;
  readonly #question: OutgoingRequest;
  readonly #end: End;
  readonly #service: string;
  readonly #replies: string[] = [];
  /** Replicas that were asked by address or have refused the request. */
  readonly #asked = new Set<string>();
  #attempts = 0;
  #unheard = 0;
  /** The next attempt only goes to replicas that have sent something since this time. */
  #heardSince = 0;
  /** The replica that was asked last; undefined if it was the queue group. */
  #replica: string | undefined;
  /** Whether a receiver has sent a sign of life for the request. */
  #isAcknowledged = false;
  /** Whether a receiver may have got the request without sending a sign of life. */
  #isUnclear = false;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(line: RequestConnection, question: OutgoingRequest, end: End) {
    this.#line = line;
    this.#question = question;
    this.#end = end;
    this.#service = serviceOf(question.subject);
  }

  send(): void {
    if (this.#isOver) return;
    const { subject, payload, signature, context, deadline, patience, isRepeatable } = this.#question;
    const now = Date.now();
    if (now >= deadline) return this.#fail(unavailable(`no time left to ask ${subject}`));
    // A non-repeatable request is not sent to a server that may hang, because nobody would know whether it arrived.
    if (isRepeatable ? !this.#line.isConnected : !this.#line.isSure) return this.#sendWhenConnected();
    const { replicas, connection } = this.#line;
    this.#replica =
      this.#attempts === 0
        ? replicas.choose(this.#service)
        : replicas.choose(this.#service, this.#asked, this.#heardSince);
    if (this.#replica !== undefined) this.#asked.add(this.#replica);
    this.#attempts++;
    this.#heardSince = now;
    const reply = this.#line.open(this);
    this.#replies.push(reply);
    const times = { sentAt: steadyNow(), leftMs: deadline - now, patienceMs: Math.max(0, patience - now) };
    const target = this.#replica === undefined ? subject : addressOf(subject, this.#replica);
    const options = { reply, headers: requestHeaders(context, deadline, { signature, times }) };
    const publish = (): void => {
      if (!this.#isOver) connection.publish(target, payload, options);
    };
    this.#line.turn.add(publish, (error) => {
      const isTooLarge = error instanceof InvalidArgumentError;
      this.#fail(isTooLarge ? new MessageTooLarge(error) : unavailable(`could not ask ${subject}`, error));
    });
    this.#waitForSign();
  }

  receive(message: Msg): void {
    if (this.#isOver) return;
    const { headers } = message;
    if (message.data.length === 0 && headers?.code === 503) return this.#wasUnheard(message.subject);
    const { pulse } = this.#question.context;
    if (pulse !== undefined) pulse.at = Date.now();
    const replica = headers?.get(HEADER.replica) || undefined;
    if (headers?.has(HEADER.inWork)) {
      this.#isAcknowledged = true;
      if (replica !== undefined) this.#line.replicas.heard(this.#service, replica);
      return this.#waitForSign();
    }
    this.#line.replicas.answered(this.#service, replica, headers?.has(HEADER.busy));
    const notBegun = headers?.get(HEADER.notBegun);
    if (notBegun) {
      // An earlier attempt that was not started is irrelevant, because a later one is in progress.
      if (message.subject !== this.#replies.at(-1)) return;
      if (this.#attempts < ATTEMPTS_MAX && this.#mayGoElsewhere(notBegun, replica)) return this.#sendAgain();
    }
    this.#finish();
    this.#end.resolve(message);
  }

  cut(): void {
    if (this.#isOver) return;
    clearTimeout(this.#timer);
    this.#isUnclear = true;
    if (this.#question.isRepeatable) this.#sendWhenConnected();
    else this.#fail(unavailable('the bus went away'));
  }

  forbidden(target: string): void {
    const { subject } = this.#question;
    const isMeant = target === subject || (this.#replica !== undefined && target === addressOf(subject, this.#replica));
    if (isMeant) this.#fail(unavailable(`the bus does not permit to ask ${target}`));
  }

  #sendWhenConnected(): void {
    const { deadline, patience, isRepeatable } = this.#question;
    this.#line.untilConnected(Math.min(deadline, patience), !isRepeatable).then(
      () => this.send(),
      (error: unknown) => this.#fail(unavailable('the bus is away', error)),
    );
  }

  /** A request that arrived late is sent again to any replica; one refused for overload goes to another known replica. */
  #mayGoElsewhere(notBegun: string, replica: string | undefined): boolean {
    if (replica === undefined || notBegun === NOT_STARTED_REASONS.late) return true;
    this.#asked.add(replica);
    return this.#line.replicas.choose(this.#service, this.#asked) !== undefined;
  }

  /** Sends again at once to any replica, because no receiver was silent. */
  #sendAgain(): void {
    this.#heardSince = 0;
    this.send();
  }

  #wasUnheard(reply: string): void {
    if (reply !== this.#replies.at(-1)) return;
    const { replicas } = this.#line;
    if (this.#replica !== undefined) {
      replicas.isGone(this.#service, this.#replica);
      return this.#sendAgain();
    }
    if (this.#isAcknowledged) return;
    const { unheardRepeats, isExpectedBack, deadline, patience } = this.#question;
    const repeats =
      isExpectedBack && replicas.hasAnswered(this.#service, LIVENESS.recentMs)
        ? NO_RESPONDER_PAUSES_MS.length
        : unheardRepeats;
    const pause = this.#unheard < repeats ? NO_RESPONDER_PAUSES_MS[this.#unheard++] : undefined;
    if (pause === undefined || Date.now() + pause * 2 >= Math.min(deadline, patience)) {
      return this.#fail(new NoReceiver());
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.send(), pause);
  }

  /** Waits for the next sign of life; for a service without signs, until the caller's patience ends. */
  #waitForSign(): void {
    clearTimeout(this.#timer);
    const { deadline, patience } = this.#question;
    const now = Date.now();
    const untilPatient = Math.max(patience - now, 1);
    const givesSigns = this.#isAcknowledged || this.#line.replicas.givesSigns(this.#service);
    // After one sign of life, further signs are awaited even if the caller's patience is over.
    const silence = this.#isAcknowledged ? LIVENESS.silenceMs : Math.min(LIVENESS.silenceMs, untilPatient);
    const waitMs = Math.min(givesSigns ? silence : untilPatient, deadline - now);
    // Decided by the clock, because a timer may fire a millisecond early.
    const isLast = waitMs >= Math.min(untilPatient, deadline - now);
    const timer = setTimeout(() => {
      // Replies that have arrived but are still unread, because this process was busy, are handled first.
      setImmediate(() => this.#timer === timer && this.#wasSilent(isLast));
    }, waitMs);
    this.#timer = timer;
  }

  #wasSilent(isLast: boolean): void {
    if (this.#isOver) return;
    const { subject, deadline, patience, isRepeatable } = this.#question;
    const isTooLate = isLast || Date.now() >= Math.min(deadline, patience) || this.#attempts >= ATTEMPTS_MAX;
    // A replica that has started a non-repeatable request is not given up.
    const isHeld = this.#isAcknowledged && !isRepeatable;
    this.#isUnclear = true;
    if (isTooLate) return this.#fail(unavailable(`${subject} did not answer in time`));
    if (isHeld) return this.#waitForSign();
    const timer = this.#timer;
    // A sign of life during the probe has set another timer.
    void this.#line.probe(this.#service).then(() => this.#timer === timer && this.send());
  }

  #fail(error: Xs2aError): void {
    if (this.#isOver) return;
    this.#finish();
    this.#end.reject(this.#isUnclear ? new UnclearOutcome(error) : error);
  }

  #finish(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    for (const reply of this.#replies) this.#line.close(reply);
  }
}
