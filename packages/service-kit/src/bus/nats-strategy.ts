import type { Msg, Subscription } from '@nats-io/transport-node';
import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import { addressOf, type Operation, PROBE, toXs2aError, Xs2aError } from '@xs2a/contracts';
import { isObservable, lastValueFrom } from 'rxjs';
import { type RequestContext, runInContext } from '../context/request-context.ts';
import type { Log } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { StartedSpan, Tracing } from '../observability/tracing.ts';
import type { OpenedRequest } from '../protection/message-protection.ts';
import { UnauthenticMessage } from '../protection/unauthentic-message.ts';
import { PendingReply, type Sender } from './answering.ts';
import type { Bus } from './bus.ts';
import { askTimes, contextOf, HEADER, NOT_STARTED_REASONS, sentScope } from './bus-message.ts';
import { LIVENESS } from './liveness.ts';
import type { Load } from './load.ts';
import { recordOperation } from './record-operation.ts';
import { type ReplyPayload, toPayload } from './replies/reply-payload.ts';
import { SenderClocks } from './sender-clocks.ts';
import { toRefusal } from './to-refusal.ts';
import type { WorkLimit } from './work-limit.ts';

/** The name of a caller is its inbox: `_INBOX_gateway.<caller>.<number>`. */
const callerOf = (reply: string): string => reply.slice(0, reply.lastIndexOf('.'));

/**
 * Serves operations on NATS. The queue group has the service's name; requests are parsed first; work is bounded; expired requests
 * are dropped; every request is logged and answered once. Each replica also listens at its own address and sends heartbeats
 * until it has answered (decision 35). On close it stops listening and then waits for work in progress; Nest's own transport does
 * neither.
 */
export class NatsStrategy extends Server implements CustomTransportStrategy {
  readonly #bus: Bus;
  readonly #limit: WorkLimit;
  readonly #queue: string;
  readonly #log: Log;
  readonly #metrics: Metrics;
  readonly #subscriptions: Subscription[] = [];
  readonly #senderClocks = new SenderClocks();
  readonly #sender: Sender;
  readonly #tracing: Tracing | undefined;
  /** Whether the work of the service is divided. */
  readonly #hasScopes: boolean;
  /** False while the database, which every operation needs, is unavailable. */
  readonly #canWork: () => boolean;

  constructor(kit: {
    bus: Bus;
    limit: WorkLimit;
    service: string;
    log: Log;
    metrics: Metrics;
    load: Load;
    tracing: Tracing | undefined;
    hasScopes: boolean;
    canWork: () => boolean;
  }) {
    super();
    this.#bus = kit.bus;
    this.#limit = kit.limit;
    this.#queue = kit.service;
    this.#log = kit.log;
    this.#metrics = kit.metrics;
    this.#tracing = kit.tracing;
    this.#hasScopes = kit.hasScopes;
    this.#canWork = kit.canWork;
    this.#sender = {
      replica: kit.bus.replica,
      isBusy: () => kit.load.isBusy,
      turn: kit.bus.turn,
      unsent: (err) => kit.log.error({ event: 'answerNotSent', err }),
    };
  }

  /** Registers the function that answers an operation; it gets the parsed request. */
  serve(operation: Operation, answer: (request: unknown) => unknown): void {
    this.addHandler(operation.subject, async (request) => answer(request), false, { operation });
  }

  override listen(done: (error?: unknown) => void): void {
    const { connection, replica } = this.#bus;
    for (const [subject, handler] of this.messageHandlers) {
      this.#subscriptions.push(
        connection.subscribe(subject, {
          queue: this.#queue,
          callback: (error, message) => this.#receive(handler, error, message),
        }),
      );
    }
    const address = addressOf(`${this.#queue}.>`, replica);
    this.#subscriptions.push(
      connection.subscribe(address, {
        callback: (error, message) => this.#receiveAt(address.length - 1, error, message),
      }),
    );
    connection.flush().then(() => done(), done);
  }

  override async close(): Promise<void> {
    // Without a server connection nothing arrives, and draining would wait for it.
    if (this.#bus.isConnected) {
      await Promise.all(this.#subscriptions.map((subscription) => subscription.drain().catch(() => undefined)));
    }
    await this.#limit.drained();
    this.#bus.turn.end();
    if (this.#bus.isConnected) await this.#bus.connection.flush();
  }

  /** Nest expects hooks for connection events; the bus has its own. */
  override on(): void {}

  override unwrap<T>(): T {
    return this.#bus.connection as T;
  }

  /** Listens at the address of this replica. If the bus permissions forbid it, the queue group has to suffice. */
  #receiveAt(prefix: number, error: Error | null, message: Msg): void {
    if (error !== null) return this.#log.warn({ event: 'noAddressOfReplica', err: error });
    const operation = message.subject.slice(prefix);
    if (operation === PROBE) return new PendingReply(message, this.#sender, true).reply({ payload: '' });
    const handler = this.messageHandlers.get(`${this.#queue}.${operation}`);
    if (handler !== undefined) this.#receive(handler, error, message);
  }

  #receive(handler: MessageHandler, error: Error | null, message: Msg): void {
    if (error !== null) return this.#log.error({ event: 'notServed', err: error });
    const { operation } = handler.extras as { operation: Operation };
    const times = askTimes(message.headers);
    const answering = new PendingReply(message, this.#sender, times !== undefined);
    const latenessMs =
      times === undefined ? 0 : this.#senderClocks.latenessMs(callerOf(message.reply ?? ''), times.sentAt);
    // This process or the message was held up, so the caller may have asked another replica in the meantime.
    if (latenessMs > LIVENESS.startWithinMs) {
      return answering.refuse(new Xs2aError('serviceUnavailable'), NOT_STARTED_REASONS.late);
    }
    const span = this.#startSpan(operation, message);
    const received = contextOf(message.headers, times, latenessMs, span?.traceparent);
    const context = this.#hasScopes ? { ...received, scope: sentScope(message.headers) } : received;
    const giveSigns = (afterMs: number): void => answering.giveSigns(afterMs, () => this.#stuck());
    // A non-repeatable request is acknowledged at once, so that silence means the work has not started.
    if (!operation.isRepeatable) giveSigns(0);
    const answer = (): Promise<void> => this.#answer(operation, handler, message, { context, span, answering });
    // An error in sending costs this request its answer but does not end the process.
    const accepted = this.#limit.tryRun(() => runInContext(context, answer).catch(this.#sender.unsent));
    if (!accepted) {
      span?.end({ 'error.type': 'overloaded' });
      return answering.refuse(new Xs2aError('overloaded'), NOT_STARTED_REASONS.overloaded);
    }
    if (operation.isRepeatable && !answering.isGiven) giveSigns(LIVENESS.signAfterMs - latenessMs);
  }

  #startSpan({ subject }: Operation, { headers }: Msg): StartedSpan | undefined {
    return this.#tracing?.start(subject, 'server', headers?.get(HEADER.traceparent), {
      'messaging.system': 'nats',
      'messaging.destination.name': subject,
      'xs2a.request_id': headers?.get(HEADER.requestId),
    });
  }

  /** Returns the reason to stop waiting for an answer, if there is one. */
  #stuck(): Xs2aError | undefined {
    if (this.#canWork()) return undefined;
    return new Xs2aError('serviceUnavailable', { cause: new Error('the database does not answer') });
  }

  async #answer(
    operation: Operation,
    handler: MessageHandler,
    message: Msg,
    { context, span, answering }: { context: RequestContext; span: StartedSpan | undefined; answering: PendingReply },
  ): Promise<void> {
    // Nobody waits for this answer any more; the work would only delay other requests.
    if (context.deadline !== undefined && context.deadline <= Date.now()) {
      span?.end({ 'xs2a.outcome': 'dropped' });
      return answering.drop();
    }
    const startedAt = performance.now();
    this.#metrics.inFlight.inc();
    let outcome = 'done';
    let tpp: string | undefined;
    let opened: OpenedRequest | undefined;
    try {
      const { subject } = operation;
      opened = await this.#bus.protection.open(subject, message.string(), message.headers?.get(HEADER.signature));
      const request = parseRequest(operation, opened.payload);
      tpp = tppOf(request);
      const result: unknown = await handler(request);
      const reply: unknown = isObservable(result) ? await lastValueFrom(result) : result;
      // JSON.stringify(undefined) is undefined: the caller would get an empty message as the answer.
      if (reply === undefined) throw new Error(`${operation.subject} returned nothing`);
      answering.reply(opened.sealReply ? await sealed(reply, opened.sealReply) : toPayload(reply));
    } catch (error) {
      const refusal = toRefusal(error);
      outcome = refusal.situation;
      if (refusal.refusal.status >= 500) this.#log.error({ err: refusal.cause ?? error, operation: operation.subject });
      if (refusal instanceof UnauthenticMessage) {
        this.#metrics.unauthentic.inc({ operation: operation.subject, fault: refusal.fault });
      }
      await answering.refuseSealed(refusal, opened?.sealReply);
    } finally {
      const ms = performance.now() - startedAt;
      // Logged after the answer, which leaves at the end of this turn, so that the caller does not wait for the log.
      setImmediate(() => {
        recordOperation({ log: this.#log, metrics: this.#metrics }, operation, { context, span, outcome, tpp, ms });
      });
    }
  }
}

/** A sealed reply is JSON only: no sealed operation returns bytes. */
async function sealed(reply: unknown, seal: NonNullable<OpenedRequest['sealReply']>): Promise<ReplyPayload> {
  return { payload: await seal({ payload: JSON.stringify(reply), isRefusal: false }) };
}

function parseRequest(operation: Operation, payload: string): unknown {
  let body: unknown;
  try {
    body = JSON.parse(payload);
  } catch (cause) {
    throw new Xs2aError('bodyInvalid', { cause });
  }
  const parsed = operation.request.safeParse(body);
  if (!parsed.success) throw toXs2aError(operation.request, body);
  return parsed.data;
}

function tppOf(request: unknown): string | undefined {
  const { tpp } = request as { tpp?: { id?: string } };
  return tpp?.id;
}
