import type { Msg, Subscription } from '@nats-io/transport-node';
import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import { type Operation, toXs2aError, Xs2aError } from '@xs2a/contracts';
import { isObservable, lastValueFrom } from 'rxjs';
import type { Log } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { OpenedRequest } from '../protection/message-protection.ts';
import { UnauthenticMessage } from '../protection/unauthentic-message.ts';
import type { Bus } from './bus.ts';
import { contextOf, HEADER, refusalMessage } from './bus-message.ts';
import { type RequestContext, runInContext, traceIdOf } from './request-context.ts';
import { toRefusal } from './to-refusal.ts';
import type { WorkLimit } from './work-limit.ts';

/**
 * Serves operations on NATS: the queue group has the service's name, requests are parsed first, work is bounded, expired
 * requests are dropped, every request is logged once and answered once. On close it first stops listening and then waits for
 * work in progress; Nest's own transport does neither.
 */
export class NatsStrategy extends Server implements CustomTransportStrategy {
  readonly #bus: Bus;
  readonly #limit: WorkLimit;
  readonly #queue: string;
  readonly #log: Log;
  readonly #metrics: Metrics;
  readonly #subscriptions: Subscription[] = [];

  constructor(kit: { bus: Bus; limit: WorkLimit; service: string; log: Log; metrics: Metrics }) {
    super();
    this.#bus = kit.bus;
    this.#limit = kit.limit;
    this.#queue = kit.service;
    this.#log = kit.log;
    this.#metrics = kit.metrics;
  }

  /** Answers an operation with a function of the parsed request. */
  serve(operation: Operation, answer: (request: unknown) => unknown): void {
    this.addHandler(operation.subject, async (request) => answer(request), false, { operation });
  }

  override listen(done: (error?: unknown) => void): void {
    for (const [subject, handler] of this.messageHandlers) {
      const { operation } = handler.extras as { operation: Operation };
      this.#subscriptions.push(
        this.#bus.connection.subscribe(subject, {
          queue: this.#queue,
          callback: (_, message) => this.#receive(operation, handler, message),
        }),
      );
    }
    this.#bus.connection.flush().then(() => done(), done);
  }

  override async close(): Promise<void> {
    await Promise.all(this.#subscriptions.map((subscription) => subscription.drain().catch(() => undefined)));
    await this.#limit.drained();
    if (this.#bus.isConnected) await this.#bus.connection.flush();
  }

  /** Nest offers hooks for connection events; the bus has its own. */
  override on(): void {}

  override unwrap<T>(): T {
    return this.#bus.connection as T;
  }

  #receive(operation: Operation, handler: MessageHandler, message: Msg): void {
    const context = contextOf(message.headers);
    const accepted = this.#limit.tryRun(() =>
      runInContext(context, () => this.#answer(operation, handler, message, context)),
    );
    if (!accepted) void refuse(message, new Xs2aError('overloaded'));
  }

  async #answer(operation: Operation, handler: MessageHandler, message: Msg, context: RequestContext): Promise<void> {
    // Nobody waits for this answer any more; the work would only delay others.
    if (context.deadline !== undefined && context.deadline <= Date.now()) return;
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
      // JSON.stringify(undefined) is undefined: the caller would get an empty message for an answer.
      if (reply === undefined) throw new Error(`${operation.subject} returned nothing`);
      const payload = JSON.stringify(reply);
      message.respond(opened.sealReply ? await opened.sealReply({ payload, isRefusal: false }) : payload);
    } catch (error) {
      const refusal = toRefusal(error);
      outcome = refusal.situation;
      if (refusal.refusal.status >= 500) this.#log.error({ err: refusal.cause ?? error, operation: operation.subject });
      if (refusal instanceof UnauthenticMessage) {
        this.#metrics.unauthentic.inc({ operation: operation.subject, fault: refusal.fault });
      }
      await refuse(message, refusal, opened?.sealReply);
    } finally {
      const ms = performance.now() - startedAt;
      this.#metrics.inFlight.dec();
      this.#metrics.operations.observe({ operation: operation.subject, outcome }, ms / 1_000);
      this.#log.info({
        operation: operation.subject,
        requestId: context.requestId,
        traceId: traceIdOf(context),
        tpp,
        outcome,
        ms: Math.round(ms * 100) / 100,
      });
    }
  }
}

function parseRequest(operation: Operation, payload: string): unknown {
  let body: unknown;
  try {
    body = JSON.parse(payload);
  } catch (cause) {
    throw new Xs2aError('bodyInvalid', { cause });
  }
  const parsed = operation.request.safeParse(body);
  if (!parsed.success) throw toXs2aError(parsed.error);
  return parsed.data;
}

function tppOf(request: unknown): string | undefined {
  const { tpp } = request as { tpp?: { id?: string } };
  return tpp?.id;
}

async function refuse(message: Msg, refusal: Xs2aError, sealReply?: OpenedRequest['sealReply']): Promise<void> {
  const { headers, payload } = refusalMessage(refusal);
  message.respond(sealReply ? await sealReply({ payload, isRefusal: true }) : payload, { headers });
}
