import { createInbox, type NatsConnection, PermissionViolationError, type Subscription } from '@nats-io/transport-node';
import {
  HOP_BUDGET_MS,
  type Hop,
  inboxPrefixOf,
  type Operation,
  type ReplyOf,
  type RequestInputOf,
  SILENT_MS_MAX,
  Xs2aError,
} from '@xs2a/contracts';
import { currentContext } from '../context/request-context.ts';
import type { Tracing } from '../observability/tracing.ts';
import { MessageProtection } from '../protection/message-protection.ts';
import { askUntilAnswered, type OutgoingRequest, type RequestConnection } from './ask.ts';
import { HEADER, requestHeaders } from './bus-message.ts';
import { BusConfig, connectToBus, type Waiting } from './connect-options.ts';
import { CONNECTION_TIMES, ConnectionWatch } from './connection-watch.ts';
import { unavailable } from './failed-ask.ts';
import { LIVENESS } from './liveness.ts';
import { ReplicaProbes } from './replica-probes.ts';
import { Replicas } from './replicas.ts';
import { parseReply, readSealedReply } from './replies/read-reply.ts';
import { Receivers } from './replies/receivers.ts';
import { WriteBatch } from './turn.ts';

/** Part of a caller's deadline that is reserved for its own answer after a call timed out. */
const MARGIN_MS = 50;
/** Milliseconds to wait for a further reply to a request that all replicas receive. */
const LAST_REPLY_MS = 250;

/** Options of one request. */
interface AskOptions {
  readonly hop: Hop;
  readonly isRepeatable: boolean;
  readonly unheardRepeats: number;
}

/** Options of a participant. */
export interface BusOptions extends Waiting {
  /** Uses the keys of this process; without keys, protected operations cannot be called. */
  readonly protection?: MessageProtection;
  /** Name of the process on the bus and of its reply inbox; default: `name`. */
  readonly participant?: string;
  /** Records a span for every request. */
  readonly tracing?: Tracing | undefined;
}

/**
 * Calls other services over NATS. All replies come to one inbox; every request has a shorter deadline than its caller's. A
 * hanging receiver is noticed and another one asked (decision 35); a hanging server is left for another cluster member.
 */
export class Bus {
  readonly connection: NatsConnection;
  readonly protection: MessageProtection;
  readonly #tracing: Tracing | undefined;
  /** Identifies this process among the replicas of its service. */
  readonly replica = crypto.randomUUID().slice(0, 8);
  readonly replicas = new Replicas();
  readonly turn = new WriteBatch();
  readonly #receivers: Receivers;
  readonly #replies: Subscription;
  readonly #watch: ConnectionWatch;
  readonly #probes: ReplicaProbes;
  readonly #line: RequestConnection;

  private constructor(
    connection: NatsConnection,
    inboxPrefix: string,
    { protection, tracing }: { protection: MessageProtection; tracing: Tracing | undefined },
  ) {
    this.connection = connection;
    this.protection = protection;
    this.#tracing = tracing;
    const inbox = createInbox(inboxPrefix);
    this.#receivers = new Receivers(inbox);
    this.#replies = connection.subscribe(`${inbox}.*`, { callback: (_, message) => this.#receivers.receive(message) });
    this.#watch = new ConnectionWatch(connection, () => this.#wasCut());
    this.#line = this.#makeLine(this.#watch);
    this.#probes = new ReplicaProbes(this.#line);
    void this.#followRefusals();
  }

  /**
   * Connects, and reconnects indefinitely if the server is unavailable. The first connection is attempted for as long as
   * `patienceMs` allows.
   */
  static async connect(
    to: string | BusConfig,
    name: string,
    { protection = new MessageProtection(), tracing, participant = name, ...waiting }: BusOptions = {},
  ): Promise<Bus> {
    const config = typeof to === 'string' ? BusConfig.parse({ NATS_URL: to }) : to;
    const inboxPrefix = inboxPrefixOf(participant);
    const options = { name, inboxPrefix, ...CONNECTION_TIMES, noAsyncTraces: true, ignoreClusterUpdates: true };
    return new Bus(await connectToBus(config, options, waiting), inboxPrefix, { protection, tracing });
  }

  /** False while the server is unavailable. A service that depends on the bus is not ready then. */
  get isConnected(): boolean {
    return this.#watch.isConnected;
  }

  /** Calls an operation of another service. Throws the error of that service, or `serviceUnavailable`. */
  async ask<O extends Operation>(operation: O, request: RequestInputOf<O>): Promise<ReplyOf<O>> {
    const { subject, hop, isRepeatable } = operation;
    const unheardRepeats = hop === 'read' ? 1 : 0;
    return (await this.#ask(subject, request, { hop, isRepeatable, unheardRepeats })) as ReplyOf<O>;
  }

  /** Like {@link ask}, but without a second attempt if there is no receiver: for requests that the caller can do without. */
  async askOnce<O extends Operation>(operation: O, request: RequestInputOf<O>): Promise<ReplyOf<O>> {
    const { subject, hop, isRepeatable } = operation;
    return (await this.#ask(subject, request, { hop, isRepeatable, unheardRepeats: 0 })) as ReplyOf<O>;
  }

  /** Like {@link ask}, for a stored subject and request. An outbox may send the same request twice. */
  async send(subject: string, request: unknown, hop: Hop): Promise<unknown> {
    return this.#ask(subject, request, { hop, isRepeatable: true, unheardRepeats: hop === 'read' ? 1 : 0 });
  }

  /**
   * Calls an operation at every replica, not one of a queue group. Returns the replies once no further one has come for a while,
   * without errors of single replicas. Throws if there is no receiver.
   */
  async askAll<O extends Operation>(operation: O, request: RequestInputOf<O>): Promise<ReplyOf<O>[]> {
    if (!this.isConnected) throw unavailable('the bus is away');
    const replies: ReplyOf<O>[] = [];
    const maxWait = Math.min(HOP_BUDGET_MS[operation.hop], SILENT_MS_MAX);
    const headers = requestHeaders(currentContext(), Date.now() + maxWait);
    const told = { strategy: 'stall', maxWait, stall: LAST_REPLY_MS, headers } as const;
    for await (const message of await this.connection.requestMany(operation.subject, JSON.stringify(request), told)) {
      if (message.headers?.has(HEADER.error) !== true) replies.push(message.json<ReplyOf<O>>());
    }
    return replies;
  }

  /**
   * Answers an operation at every replica, not one of a queue group: the counterpart of {@link askAll}. Sends nothing if the
   * answer fails. Returns a function that stops it.
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
    this.#probes.stop();
    if (this.isConnected) await this.#replies.drain().catch(() => undefined);
    this.#watch.stop();
    await this.connection.close();
  }

  async #ask(subject: string, request: unknown, manner: AskOptions): Promise<unknown> {
    const times = timesOf(manner.hop);
    const span = this.#tracing?.start(`ask ${subject}`, 'client', times.context.traceparent, {
      'messaging.system': 'nats',
      'messaging.destination.name': subject,
    });
    if (span === undefined) return this.#askWithin(times, subject, request, manner);
    try {
      const context = { ...times.context, traceparent: span.traceparent };
      const reply = await this.#askWithin({ ...times, context }, subject, request, manner);
      span.end();
      return reply;
    } catch (error) {
      span.end({ 'error.type': error instanceof Xs2aError ? error.situation : 'internalError' });
      throw error;
    }
  }

  /** Sends a request as its operation demands and reads the reply. A sealed request accepts only a reply from its receiver. */
  async #askWithin(times: Times, subject: string, request: unknown, manner: AskOptions): Promise<unknown> {
    const sent = await this.protection.protect(subject, JSON.stringify(request), times.deadline);
    const { payload, signature, openReply } = sent;
    const isExpectedBack = manner.hop !== 'bank';
    const question = { subject, payload, signature, isExpectedBack, ...times, ...manner };
    const message = await askUntilAnswered(this.#line, question);
    return openReply === undefined ? parseReply(message) : readSealedReply(message, openReply);
  }

  #makeLine(watch: ConnectionWatch): RequestConnection {
    const { connection, replicas, turn } = this;
    const receivers = this.#receivers;
    return {
      connection,
      turn,
      replicas,
      open: (receiver) => receivers.open(receiver),
      close: (reply) => receivers.close(reply),
      get isConnected() {
        return watch.isConnected;
      },
      get isSure() {
        return watch.isSure;
      },
      untilConnected: (latest, mustBeSure) => watch.untilConnected(latest, mustBeSure),
      probe: (service) => this.#probes.firstAlive(service),
    };
  }

  /** Fails requests at once if the bus permissions forbid them; otherwise their callers would wait for an answer. */
  async #followRefusals(): Promise<void> {
    for await (const status of this.connection.status()) {
      const error = status.type === 'error' ? status.error : undefined;
      if (!(error instanceof PermissionViolationError) || error.operation !== 'publish') continue;
      for (const receiver of this.#receivers.all()) receiver.forbidden(error.subject);
    }
  }

  #wasCut(): void {
    this.replicas.forgetSilence();
    for (const receiver of this.#receivers.all()) receiver.cut();
  }
}

type Times = Pick<OutgoingRequest, 'context' | 'deadline' | 'patience'>;

function timesOf(hop: Hop): Times {
  const context = currentContext();
  const now = Date.now();
  const deadline = Math.min(now + HOP_BUDGET_MS[hop], (context.deadline ?? Infinity) - MARGIN_MS);
  // No caller waits for a write from an outbox, so a receiver without heartbeats may take its time.
  const unasked = hop === 'write' ? Infinity : now + SILENT_MS_MAX;
  const patience = context.patience === undefined ? unasked : context.patience - MARGIN_MS;
  // Even at the end of the deadline, the receiver has time for one sign of life.
  return { context, deadline, patience: Math.min(deadline, Math.max(patience, now + LIVENESS.silenceMs)) };
}
