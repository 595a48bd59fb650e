import { z } from 'zod';
import { operation } from '../operation.ts';
import { lineOf, SandboxId } from './bounded-texts.ts';

/** Prefix of the authorisation number of a developer's TPP in the sandbox (decision 83). Requests of other TPPs are not recorded. */
export const DEVELOPER_TPP = 'PSDHR-HNB-DEV';

const Headers = z.array(z.tuple([z.string(), z.string()]));

/** A request of a developer's TPP with its answer, without secrets. */
export const RecordedRequest = z.object({
  id: z.string(),
  at: z.string(),
  requestId: z.string(),
  method: z.string(),
  path: z.string(),
  endpoint: z.string(),
  status: z.number(),
  ms: z.number(),
  /** The error case with cause and remedy. */
  problem: z.object({ situation: z.string(), cause: z.string(), remedy: z.string() }).optional(),
});
export type RecordedRequest = z.infer<typeof RecordedRequest>;

export const RecordedExchange = RecordedRequest.extend({
  requestHeaders: Headers,
  requestBody: z.string(),
  answerHeaders: Headers,
  answerBody: z.string(),
  /** Command that sends the request again, with the developer's own certificate. */
  curl: z.string(),
});
export type RecordedExchange = z.infer<typeof RecordedExchange>;

/** Requests of one TPP in the sandbox, newest first. `search` covers address, ids, status and bodies. */
export const listRecordedRequests = operation('gateway.listRecordedRequests', {
  hop: 'read',
  request: z.object({ tppId: SandboxId, search: lineOf(100).optional(), before: z.iso.datetime().optional() }),
  reply: z.object({ requests: z.array(RecordedRequest), more: z.boolean() }),
});

export const readRecordedRequest = operation('gateway.readRecordedRequest', {
  hop: 'read',
  request: z.object({ tppId: SandboxId, id: SandboxId }),
  reply: z.object({ exchange: RecordedExchange.optional() }),
});
