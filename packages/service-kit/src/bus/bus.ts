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
import { askUntilAnswered, type Line, type Question } from './ask.ts';
import { HEADER, requestHeaders } from './bus-message.ts';
import { BusConfig, connectToBus, type Waiting } from './connect-options.ts';
import { CONNECTION_TIMES, ConnectionWatch } from './connection-watch.ts';
import { unavailable } from './failed-ask.ts';
import { LIVENESS } from './liveness.ts';
import { ReplicaProbes } from './replica-probes.ts';
import { Replicas } from './replicas.ts';
import { parseReply, readSealedReply } from './replies/read-reply.ts';
import { Receivers } from './replies/receivers.ts';
import { Turn } from './turn.ts';

/** Part of a caller's deadline that is reserved for its own answer after a hop ran out of time. */
const MARGIN_MS = 50;
/** After the last answer to a question to all, none is waited for any longer. */
const LAST_REPLY_MS = 250;

/** Options of asking an operation. */
interface Manner {
  readonly hop: Hop;
  readonly isRepeatable: boolean;
  readonly unheardRepeats: number;
}

/** Options of a participant. */
export interface BusOptions extends Waiting {
  /** With the keys of this process; without keys no protected operation can be asked. */
  readonly protection?: MessageProtection;
  /** As whom the process takes part; `name` where left out. Replies come to an inbox of that name. */
  readonly participant?: string;
  /** Every question is a span. */
  readonly tracing?: Tracing | undefined;
}

/**
 * Asks other services over NATS. All replies come to one inbox; every ask has a deadline shorter than its caller's. A
 * receiver that hangs is noticed, and another one asked (decision 35); a server that hangs is left for another member.
 */
export class Bus {
  readonly connection: NatsConnection;
  readonly protection: MessageProtection;
  readonly #tracing: Tracing | undefined;
  /** Names this process among the replicas of its service. */
  readonly replica = crypto.randomUUID().slice(0, 8);
  readonly replicas = new Replicas();
  readonly turn = new Turn();
  readonly #receivers: Receivers;
  readonly #replies: Subscription;
  readonly #watch: ConnectionWatch;
  readonly #probes: ReplicaProbes;
  readonly #line: Line;

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
   * Connects, and stays connected for good: a server that is away is tried again for ever, before the first connection as
   * long as the patience lasts.
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

  /** False while the server is away: whoever depends on the bus is not ready then. */
  get isConnected(): boolean {
    return this.#watch.isConnected;
  }

  /** Asks the service that owns an operation. Throws the refusal it answers, or `serviceUnavailable`. */
  async ask<O extends Operation>(operation: O, request: RequestInputOf<O>): Promise<ReplyOf<O>> {
    const { subject, hop, isRepeatable } = operation;
    const unheardRepeats = hop === 'read' ? 1 : 0;
    return (await this.#ask(subject, request, { hop, isRepeatable, unheardRepeats })) as ReplyOf<O>;
  }

  /** As {@link ask}, without a second attempt where nobody receives: for what the caller can do without. */
  async askOnce<O extends Operation>(operation: O, request: RequestInputOf<O>): Promise<ReplyOf<O>> {
    const { subject, hop, isRepeatable } = operation;
    return (await this.#ask(subject, request, { hop, isRepeatable, unheardRepeats: 0 })) as ReplyOf<O>;
  }

  /** As {@link ask}, for a subject and request that were stored: what an outbox sends may arrive twice. */
  async send(subject: string, request: unknown, hop: Hop): Promise<unknown> {
    return this.#ask(subject, request, { hop, isRepeatable: true, unheardRepeats: hop === 'read' ? 1 : 0 });
  }

  /**
   * Asks everybody who listens, not one of a queue, and gives what came back until nobody more has answered for a while.
   * Throws where nobody listens; a refusal of one is left out.
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
    this.#probes.stop();
    if (this.isConnected) await this.#replies.drain().catch(() => undefined);
    this.#watch.stop();
    await this.connection.close();
  }

  async #ask(subject: string, request: unknown, manner: Manner): Promise<unknown> {
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

  /** Asks as the operation demands, and reads the reply: of a sealed request that of its receiver alone. */
  async #askWithin(times: Times, subject: string, request: unknown, manner: Manner): Promise<unknown> {
    const sent = await this.protection.protect(subject, JSON.stringify(request), times.deadline);
    const { payload, signature, openReply } = sent;
    const isExpectedBack = manner.hop !== 'bank';
    const question = { subject, payload, signature, isExpectedBack, ...times, ...manner };
    const message = await askUntilAnswered(this.#line, question);
    return openReply === undefined ? parseReply(message) : readSealedReply(message, openReply);
  }

  #makeLine(watch: ConnectionWatch): Line {
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

  /** Fails asks that the bus permissions forbid at once; otherwise their callers would wait for an answer. */
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

type Times = Pick<Question, 'context' | 'deadline' | 'patience'>;

function timesOf(hop: Hop): Times {
  const context = currentContext();
  const now = Date.now();
  const deadline = Math.min(now + HOP_BUDGET_MS[hop], (context.deadline ?? Infinity) - MARGIN_MS);
  // Of what nobody waits for, a write, as an outbox sends it, may take its time at a receiver without signs.
  const unasked = hop === 'write' ? Infinity : now + SILENT_MS_MAX;
  const patience = context.patience === undefined ? unasked : context.patience - MARGIN_MS;
  // However late a hop is asked, its receiver has the time for a sign.
  return { context, deadline, patience: Math.min(deadline, Math.max(patience, now + LIVENESS.silenceMs)) };
}
