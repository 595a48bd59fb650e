import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

const KEPT_SECONDS = 7 * 86_400;
const Headers = z.array(z.tuple([z.string(), z.string()]));

/** A request of a developer's TPP in the sandbox, with its answer and without secrets (decision 83). */
export const StoredExchange = z.object({
  _id: z.string(),
  tppId: z.string(),
  at: z.date(),
  requestId: z.string(),
  method: z.string(),
  path: z.string(),
  endpoint: z.string(),
  status: z.int(),
  ms: z.number(),
  situation: z.string().optional(),
  requestHeaders: Headers,
  requestBody: z.string(),
  answerHeaders: Headers,
  answerBody: z.string(),
});
export type StoredExchange = z.infer<typeof StoredExchange>;

export const RECORDED_REQUESTS = storedCollection('recordedRequests', StoredExchange, {
  indexes: [{ key: { tppId: 1, at: -1 } }, { key: { at: 1 }, expireAfterSeconds: KEPT_SECONDS }],
});
