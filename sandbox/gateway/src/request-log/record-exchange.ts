import { randomUUID } from 'node:crypto';
import { DEVELOPER_TPP } from '@xs2a/contracts';
import type { Call, GatewayContext } from '@xs2a/gateway/extension';
import type { Response } from 'express';
import type { Collection } from 'mongodb';
import type { StoredExchange } from '../model/recorded-request.ts';
import { ShownExchange } from './shown-exchange.ts';
import { watchBody } from './watch-body.ts';

/** Characters kept of a body. */
const BODY_CHARACTERS_MAX = 16_384;
/** Bytes kept of an answer until it is read. Of a longer one its fields cannot be told. */
const ANSWER_BYTES_MAX = 4 * BODY_CHARACTERS_MAX;
const CUT = '\n… (cut off)';
/** Requests kept of one TPP. The oldest go when this many more have come. */
const KEPT_MAX = 2_000;
const PRUNED_EVERY = 100;

interface RecordContext extends Pick<GatewayContext, 'now' | 'log'> {
  readonly recordedRequests: Collection<StoredExchange>;
}
const recorded = new WeakMap<RecordContext['recordedRequests'], number>();

/**
 * Records a request of a developer's own TPP with its answer, in the sandbox alone. It is written after the answer: a log that
 * fails delays and refuses nothing.
 */
export const recordExchange =
  (context: RecordContext) =>
  (call: Call): void => {
    const { tpp, res } = call;
    if (res === undefined || !tpp.id.startsWith(DEVELOPER_TPP)) return;
    const startedAt = performance.now();
    const at = context.now();
    const answer = watchBody(res, ANSWER_BYTES_MAX);
    res.once('close', () => {
      const exchange = exchangeOf(call, res, answer());
      void store(context, { ...exchange, at, ms: Math.round(performance.now() - startedAt) });
    });
  };

function exchangeOf(call: Call, response: Response, answer: Buffer): Omit<StoredExchange, 'at' | 'ms'> {
  const { tpp, requestId, method, originalUrl, endpoint, refusedWith, headers } = call;
  const sent: Buffer | undefined = call.rawBody;
  const shown = new ShownExchange(endpoint);
  const isTaken = response.statusCode < 400;
  const answerType = String(response.getHeader('content-type') ?? '');
  return {
    _id: randomUUID(),
    tppId: tpp.id,
    requestId,
    method,
    path: shown.address(originalUrl).slice(0, 2_000),
    endpoint,
    status: response.statusCode,
    ...(refusedWith !== undefined && { situation: refusedWith }),
    requestHeaders: headersOf(headers, shown),
    requestBody: cut(shown.requestBody(sent ?? Buffer.alloc(0), { type: headers['content-type'] ?? '', isTaken })),
    answerHeaders: headersOf(response.getHeaders(), shown),
    answerBody: cut(shown.answerBody(answer, { type: answerType, isTaken })),
  };
}

function headersOf(headers: object, shown: ShownExchange): [string, string][] {
  return Object.entries(headers).map(([name, value]) => [
    name,
    shown.header(name, [value].flat().join(', ')).slice(0, 4_000),
  ]);
}

function cut(text: string): string {
  return text.length > BODY_CHARACTERS_MAX ? text.slice(0, BODY_CHARACTERS_MAX) + CUT : text;
}

async function store({ recordedRequests, log }: RecordContext, exchange: StoredExchange): Promise<void> {
  try {
    await recordedRequests.insertOne(exchange);
    const count = (recorded.get(recordedRequests) ?? 0) + 1;
    recorded.set(recordedRequests, count);
    if (count % PRUNED_EVERY !== 0) return;
    const { tppId } = exchange;
    const oldest = await recordedRequests.find({ tppId }).sort({ at: -1 }).skip(KEPT_MAX).limit(1).next();
    if (oldest !== null) await recordedRequests.deleteMany({ tppId, at: { $lte: oldest.at } });
  } catch (error) {
    log.debug({ err: error, event: 'requestLog' }, 'a request of a developer was not recorded');
  }
}
