import {
  type listRecordedRequests as listing,
  type RecordedRequest,
  type ReplyOf,
  type RequestOf,
  type readRecordedRequest as reading,
  type Situation,
} from '@xs2a/contracts';
import { explain } from '@xs2a/developer-pages';
import type { GatewayContext } from '@xs2a/gateway/extension';
import type { Collection } from 'mongodb';
import type { StoredExchange } from '../model/recorded-request.ts';
import { asCurl } from './as-curl.ts';

const PAGE = 50;
const SEARCHED_MS_MAX = 2_000;

export interface LogContext extends Pick<GatewayContext, 'config'> {
  readonly recordedRequests: Collection<StoredExchange>;
}

/** The requests of one TPP, newest first. Who asks has found the TPP by the key of its sandbox. */
export async function listRecordedRequests(
  { recordedRequests }: LogContext,
  { tppId, search, before }: RequestOf<typeof listing>,
): Promise<ReplyOf<typeof listing>> {
  const wanted = { tppId, ...(before !== undefined && { at: { $lt: new Date(before) } }), ...searched(search) };
  const found = await recordedRequests
    .find(wanted, { maxTimeMS: SEARCHED_MS_MAX })
    .sort({ at: -1 })
    .limit(PAGE + 1)
    .toArray();
  return { requests: found.slice(0, PAGE).map(summaryOf), more: found.length > PAGE };
}

export async function readRecordedRequest(
  { recordedRequests, config }: LogContext,
  { tppId, id }: RequestOf<typeof reading>,
): Promise<ReplyOf<typeof reading>> {
  const found = await recordedRequests.findOne({ _id: id, tppId });
  if (found === null) return {};
  const { requestHeaders, requestBody, answerHeaders, answerBody } = found;
  const host = requestHeaders.find(([name]) => name === 'host')?.[1] ?? 'localhost:8443';
  const isPlain = new URL(config.GATEWAY_URL).host === host && config.GATEWAY_URL.startsWith('http:');
  const curl = asCurl(found, `${isPlain ? 'http' : 'https'}://${host}`);
  return { exchange: { ...summaryOf(found), requestHeaders, requestBody, answerHeaders, answerBody, curl } };
}

/** Each word is looked for as text; a pattern of the developer is none. */
function searched(search: string | undefined): object {
  const words = (search ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 5);
  if (words.length === 0) return {};
  return {
    $and: words.map((word) => {
      const text = { $regex: word.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`), $options: 'i' };
      const fields = ['path', 'method', 'endpoint', 'requestId', 'situation', 'requestBody', 'answerBody'];
      const status = /^\d{3}$/.test(word) ? [{ status: Number(word) }] : [];
      return { $or: [...fields.map((field) => ({ [field]: text })), ...status] };
    }),
  };
}

function summaryOf({
  _id,
  at,
  requestId,
  method,
  path,
  endpoint,
  status,
  ms,
  situation,
}: StoredExchange): RecordedRequest {
  return {
    id: _id,
    at: at.toISOString(),
    requestId,
    method,
    path,
    endpoint,
    status,
    ms,
    ...(situation !== undefined && { problem: { situation, ...explain(situation as Situation) } }),
  };
}
