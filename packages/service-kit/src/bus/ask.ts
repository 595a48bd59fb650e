import { InvalidArgumentError, type Msg, type NatsConnection } from '@nats-io/transport-node';
import { addressOf, serviceOf, type Xs2aError } from '@xs2a/contracts';
import type { RequestContext } from '../context/request-context.ts';
import { HEADER, NOT_BEGUN, requestHeaders } from './bus-message.ts';
import { MessageTooLarge, NoReceiver, UnclearOutcome, unavailable } from './failed-ask.ts';
import { LIVENESS } from './liveness.ts';
import type { Replicas } from './replicas.ts';
import { steadyNow } from './sender-clocks.ts';
import type { Turn } from './turn.ts';

const ATTEMPTS_MAX = 6;
/** Milliseconds before a question that nobody received is sent again, as a service that just answered will be back. */
const UNHEARD_PAUSES_MS = [100, 200, 400];

/** One question: to which operation, until when, and whether its receiver may get it twice. */
export interface Question {
  readonly subject: string;
  readonly payload: string;
  readonly signature: string | undefined;
  readonly context: RequestContext;
  /** Nobody waits any longer, whatever happens. */
  readonly deadline: number;
  /** A receiver that gives no sign is given up then. */
  readonly patience: number;
  readonly isRepeatable: boolean;
  /** Number of repetitions while nobody receives the message and nobody has answered recently. */
  readonly unheardRepeats: number;
  /** A service of ours that has answered of late will be back in a moment. */
  readonly isExpectedBack: boolean;
}

/** Takes what comes to one reply subject. */
export interface Receiver {
  receive(message: Msg): void;
  /** The connection was lost: what was on its way may never arrive. */
  cut(): void;
  /** The server lets this participant publish nothing at a subject: nobody received what was sent there. */
  forbidden(subject: string): void;
}

/** The connection as a question uses it. */
export interface Line {
  readonly connection: NatsConnection;
  readonly turn: Turn;
  readonly isConnected: boolean;
  readonly replicas: Replicas;
  /** Opens a reply subject. */
  open(receiver: Receiver): string;
  close(reply: string): void;
  /** Connected, as far as the last moment tells. */
  readonly isSure: boolean;
  /** Rejects where the connection has been lost for long. */
  untilConnected(latest: number, mustBeSure: boolean): Promise<void>;
  /** Asks the replicas of a service whether they run; settles with the first that does, or soon. */
  probe(service: string): Promise<void>;
}

interface End {
  readonly resolve: (message: Msg) => void;
  readonly reject: (error: Xs2aError) => void;
}

export function askUntilAnswered(line: Line, question: Question): Promise<Msg> {
  return new Promise((resolve, reject) => new Ask(line, question, { resolve, reject }).send());
}

/** A question under way: sent again elsewhere while its receivers are silent, until one answers or time is up. */
class Ask implements Receiver {
  readonly #line: Line;
  readonly #question: Question;
  readonly #end: End;
  readonly #service: string;
  readonly #replies: string[] = [];
  /** Replicas that were asked by address, or have refused it. */
  readonly #asked = new Set<string>();
  #attempts = 0;
  #unheard = 0;
  /** The next attempt is for a replica that has said something since. */
  #heardSince = 0;
  /** The replica that was asked last; undefined for the queue group. */
  #replica: string | undefined;
  /** Some receiver has said that it is at work. */
  #isTaken = false;
  /** Some receiver may have had it and said nothing. */
  #isUnclear = false;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(line: Line, question: Question, end: End) {
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
    // A non-repeatable request is not entrusted to a server that may hang: its arrival would be uncertain.
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
      this.#isTaken = true;
      if (replica !== undefined) this.#line.replicas.heard(this.#service, replica);
      return this.#waitForSign();
    }
    this.#line.replicas.answered(this.#service, replica, headers?.has(HEADER.busy));
    const notBegun = headers?.get(HEADER.notBegun);
    if (notBegun) {
      // An earlier attempt that was not begun decides nothing: a later one is under way.
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

  /** A late message is sent again to any replica; one that a replica had no room for, to another known replica. */
  #mayGoElsewhere(notBegun: string, replica: string | undefined): boolean {
    if (replica === undefined || notBegun === NOT_BEGUN.late) return true;
    this.#asked.add(replica);
    return this.#line.replicas.choose(this.#service, this.#asked) !== undefined;
  }

  /** At once, to whomever: nobody was silent. */
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
    if (this.#isTaken) return;
    const { unheardRepeats, isExpectedBack, deadline, patience } = this.#question;
    const repeats =
      isExpectedBack && replicas.hasAnswered(this.#service, LIVENESS.recentMs)
        ? UNHEARD_PAUSES_MS.length
        : unheardRepeats;
    const pause = this.#unheard < repeats ? UNHEARD_PAUSES_MS[this.#unheard++] : undefined;
    if (pause === undefined || Date.now() + pause * 2 >= Math.min(deadline, patience)) {
      return this.#fail(new NoReceiver());
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.send(), pause);
  }

  /** Waits as long as the receiver may be silent; without signs, as long as the caller has patience. */
  #waitForSign(): void {
    clearTimeout(this.#timer);
    const { deadline, patience } = this.#question;
    const now = Date.now();
    const untilPatient = Math.max(patience - now, 1);
    const givesSigns = this.#isTaken || this.#line.replicas.givesSigns(this.#service);
    // After a sign the next one counts, also where the patience for silence is over.
    const silence = this.#isTaken ? LIVENESS.silenceMs : Math.min(LIVENESS.silenceMs, untilPatient);
    const waitMs = Math.min(givesSigns ? silence : untilPatient, deadline - now);
    // Decided here: a timer may fire a millisecond before the clock says so.
    const isLast = waitMs >= Math.min(untilPatient, deadline - now);
    const timer = setTimeout(() => {
      // Replies that have arrived but are still unread, because this process was busy, come first.
      setImmediate(() => this.#timer === timer && this.#wasSilent(isLast));
    }, waitMs);
    this.#timer = timer;
  }

  #wasSilent(isLast: boolean): void {
    if (this.#isOver) return;
    const { subject, deadline, patience, isRepeatable } = this.#question;
    const isTooLate = isLast || Date.now() >= Math.min(deadline, patience) || this.#attempts >= ATTEMPTS_MAX;
    // A replica that has begun a non-repeatable request is waited for.
    const isHeld = this.#isTaken && !isRepeatable;
    this.#isUnclear = true;
    if (isTooLate) return this.#fail(unavailable(`${subject} did not answer in time`));
    if (isHeld) return this.#waitForSign();
    const timer = this.#timer;
    // A sign that comes during the probe has set another timer.
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
