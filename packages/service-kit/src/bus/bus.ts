import { createInbox, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import {
  HOP_BUDGET_MS,
  type Hop,
  type Operation,
  type RefusalOnBus,
  type ReplyOf,
  type RequestInputOf,
  Xs2aError,
} from '@xs2a/contracts';
import { MessageProtection } from '../protection/message-protection.ts';
import type { Reply } from '../protection/sealed-message.ts';
import { UnauthenticMessage } from '../protection/unauthentic-message.ts';
import { HEADER, refusalOf, requestHeaders } from './bus-message.ts';
import { BusConfig, connectToBus } from './connect-options.ts';
import { currentContext } from './request-context.ts';
import { UnclearOutcome } from './unclear-outcome.ts';

/** What a caller keeps back of its own deadline, so that it can still answer after a hop ran out of time. */
const MARGIN_MS = 50;
/** A read is asked a second time when its receiver was just not there, if that much time is left. */
const RETRY_PAUSE_MS = 100;
/** After the last answer to a question to all, none is waited for any longer. */
const LAST_REPLY_MS = 250;

interface PendingAsk {
  readonly resolve: (message: Msg) => void;
  readonly reject: (error: Xs2aError) => void;
  readonly timer: NodeJS.Timeout;
}

/** How a process takes part in the bus. */
export interface BusOptions {
  /** Milliseconds to wait for a server before the first connection; for ever where left out. */
  readonly patienceMs?: number;
  /** With the keys of this process; without keys no protected operation can be asked. */
  readonly protection?: MessageProtection;
}

/**
 * Asks other services over NATS. All replies come to one inbox; every ask has a deadline shorter than its caller's;
 * while the server is away an ask fails at once instead of being lost in a buffer.
 */
export class Bus {
  readonly connection: NatsConnection;
  readonly protection: MessageProtection;
  readonly #inbox = createInbox();
  readonly #pending = new Map<string, PendingAsk>();
  readonly #replies: Subscription;
  #connected = true;
  #asks = 0;

  private constructor(connection: NatsConnection, protection: MessageProtection) {
    this.connection = connection;
    this.protection = protection;
    this.#replies = connection.subscribe(`${this.#inbox}.*`, { callback: (_, message) => this.#settle(message) });
    void this.#watchConnection();
  }

  /**
   * Connects, and stays connected for good: a server that is away is tried again for ever, before the first connection as
   * long as `patienceMs`.
   */
  static async connect(
    to: string | BusConfig,
    name: string,
    { patienceMs, protection = new MessageProtection() }: BusOptions = {},
  ): Promise<Bus> {
    const config = typeof to === 'string' ? BusConfig.parse({ NATS_URL: to }) : to;
    const options = {
      name,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      reconnectJitter: 250,
      pingInterval: 10_000,
      noAsyncTraces: true,
      ignoreClusterUpdates: true,
    };
    return new Bus(await connectToBus(config, options, patienceMs), protection);
  }

  /** False while the server is away: whoever depends on the bus is not ready then. */
  get isConnected(): boolean {
    return this.#connected && !this.connection.isClosed();
  }

  /** Asks the service that owns an operation. Throws the refusal it answers, or `serviceUnavailable`. */
  async ask<O extends Operation>(operation: O, request: RequestInputOf<O>): Promise<ReplyOf<O>> {
    return (await this.send(operation.subject, request, operation.hop)) as ReplyOf<O>;
  }

  /** As {@link ask}, without a second attempt where nobody receives: for what the caller can do without. */
  async askOnce<O extends Operation>(operation: O, request: RequestInputOf<O>): Promise<ReplyOf<O>> {
    const deadline = Math.min(Date.now() + HOP_BUDGET_MS[operation.hop], deadlineOfCaller());
    return (await this.#exchange(operation.subject, request, deadline)) as ReplyOf<O>;
  }

  /** As {@link ask}, for a subject and request that were stored. */
  async send(subject: string, request: unknown, hop: Hop): Promise<unknown> {
    const deadline = Math.min(Date.now() + HOP_BUDGET_MS[hop], deadlineOfCaller());
    try {
      return await this.#exchange(subject, request, deadline);
    } catch (error) {
      // A message that nobody received had no effect: asking again is safe for every operation.
      const unheard = error instanceof NoReceiver && deadline - Date.now() > RETRY_PAUSE_MS * 2;
      if (!unheard || hop !== 'read') throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS));
      return this.#exchange(subject, request, deadline);
    }
  }

  /**
   * Asks everybody who listens, not one of a queue, and gives what came back until nobody more has answered for a while.
   * Throws where nobody listens; a refusal of one is left out.
   */
  async askAll<O extends Operation>(operation: O, request: RequestInputOf<O>): Promise<ReplyOf<O>[]> {
    if (!this.isConnected) throw unavailable('the bus is away');
    const replies: ReplyOf<O>[] = [];
    const headers = requestHeaders(currentContext(), Date.now() + HOP_BUDGET_MS[operation.hop]);
    const told = { strategy: 'stall', maxWait: HOP_BUDGET_MS[operation.hop], stall: LAST_REPLY_MS, headers } as const;
    for await (const message of await this.connection.requestMany(operation.subject, JSON.stringify(request), told)) {
      if (message.headers?.has(HEADER.error) !== true) replies.push(message.json<ReplyOf<O>>());
    }
    return replies;
  }

  /**
   * Answers an operation at every replica, not at one of a queue: what {@link askAll} asks. Where the answer fails nothing
   * is said. Gives back what ends it.
   */
  async answerEach<O extends Operation>(operation: O, answer: () => Promise<ReplyOf<O>>): Promise<() => void> {
    const subscription = this.connection.subscribe(operation.subject, {
      callback: (_, message) => {
        answer().then(
          (reply) => message.respond(JSON.stringify(reply)),
          () => undefined,
        );
      },
    });
    await this.connection.flush();
    return () => subscription.unsubscribe();
  }

  async close(): Promise<void> {
    await this.#replies.drain().catch(() => undefined);
    await this.connection.close();
  }

  /** Sends a request as its operation demands, and reads the reply: of a sealed request that of its receiver alone. */
  async #exchange(subject: string, request: unknown, deadline: number): Promise<unknown> {
    const { payload, signature, openReply } = await this.protection.protect(subject, JSON.stringify(request), deadline);
    const message = await this.#request(subject, payload, deadline, signature);
    return openReply === undefined ? parseReply(message) : readSealedReply(message, openReply);
  }

  #request(subject: string, payload: string, deadline: number, signature?: string): Promise<Msg> {
    const msLeft = deadline - Date.now();
    if (msLeft <= 0) return Promise.reject(unavailable(`no time left to ask ${subject}`));
    if (!this.isConnected) return Promise.reject(unavailable('the bus is away'));
    const reply = `${this.#inbox}.${++this.#asks}`;
    return new Promise<Msg>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#pending.delete(reply);
        reject(new UnclearOutcome(`${subject} did not answer in time`));
      }, msLeft);
      this.#pending.set(reply, { resolve, reject, timer });
      try {
        this.connection.publish(subject, payload, {
          reply,
          headers: requestHeaders(currentContext(), deadline, signature),
        });
      } catch (error) {
        clearTimeout(timer);
        this.#pending.delete(reply);
        reject(unavailable(`could not ask ${subject}`, error));
      }
    });
  }

  #settle(message: Msg): void {
    const pending = this.#pending.get(message.subject);
    if (pending === undefined) return;
    this.#pending.delete(message.subject);
    clearTimeout(pending.timer);
    if (message.data.length === 0 && message.headers?.code === 503) pending.reject(new NoReceiver());
    else pending.resolve(message);
  }

  async #watchConnection(): Promise<void> {
    for await (const status of this.connection.status()) {
      if (status.type === 'reconnect') this.#connected = true;
      if (status.type !== 'disconnect' && status.type !== 'staleConnection' && status.type !== 'close') continue;
      this.#connected = false;
      for (const { reject, timer } of this.#pending.values()) {
        clearTimeout(timer);
        reject(new UnclearOutcome('the bus went away'));
      }
      this.#pending.clear();
    }
  }
}

/** Nobody listens on the subject: nothing was received, nothing was done. */
class NoReceiver extends Xs2aError {
  constructor() {
    super('serviceUnavailable', { cause: new Error('no responder') });
  }
}

function unavailable(why: string, cause?: unknown): Xs2aError {
  return new Xs2aError('serviceUnavailable', { cause: new Error(why, { cause }) });
}

function deadlineOfCaller(): number {
  return (currentContext().deadline ?? Infinity) - MARGIN_MS;
}

function parseReply(message: Msg): unknown {
  let body: unknown;
  try {
    body = message.json();
  } catch (cause) {
    throw new Xs2aError('internalError', { cause });
  }
  if (message.headers?.has(HEADER.error)) throw refusalOf(body as Partial<RefusalOnBus>);
  return body;
}

/** In clear come only refusals of what was not opened, and nothing else is believed of them: they are temporary. */
async function readSealedReply(message: Msg, openReply: (reply: string) => Promise<Reply>): Promise<unknown> {
  try {
    const { payload, isRefusal } = await openReply(message.string());
    const body: unknown = JSON.parse(payload);
    if (isRefusal) throw refusalOf(body as Partial<RefusalOnBus>);
    return body;
  } catch (error) {
    const isOverloaded = error instanceof UnauthenticMessage && message.headers?.get(HEADER.error) === 'overloaded';
    throw isOverloaded ? new Xs2aError('overloaded') : error;
  }
}
