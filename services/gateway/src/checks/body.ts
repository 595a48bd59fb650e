import { ENDPOINTS, Xs2aError } from '@xs2a/contracts';
import express, { type RequestHandler } from 'express';
import type { Call } from '../call.ts';
import { parseJson } from '../parse-json.ts';

/** Bodies of this interface are a few kilobytes; a list of account references may be long. */
const JSON_BYTES_MAX = 1024 * 1024;

const readRaw: RequestHandler = express.raw({ limit: JSON_BYTES_MAX, inflate: false, type: () => true });

/** Reads the body, as the last step: nobody without identity and role makes the gateway hold or parse one. */
export async function body(call: Call): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    readRaw(call as never, call.res as never, (error?: unknown) => (error ? reject(refuseBody(error)) : resolve()));
  });
  call.rawBody = Buffer.isBuffer(call.body) ? call.body : Buffer.alloc(0);
  // Field guide 3.7: none or `{}`.
  const isLeftOut = call.rawBody.length === 0 && 'authorises' in ENDPOINTS[call.endpoint];
  call.body = isLeftOut ? {} : parseJson(call.rawBody);
}

/** What the reader of bodies reports, by its `type`; anything else means that the sender gave up. */
function refuseBody(error: unknown): Xs2aError {
  const type = typeof error === 'object' && error !== null && 'type' in error ? error.type : undefined;
  if (type === 'entity.too.large') return new Xs2aError('bodyTooLarge');
  if (type === 'encoding.unsupported') return new Xs2aError('mediaTypeUnsupported');
  return new Xs2aError('requestTimedOut', { cause: error });
}
