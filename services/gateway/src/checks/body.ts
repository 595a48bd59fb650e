import { type AspspProfile, ENDPOINTS, Xs2aError } from '@xs2a/contracts';
import express, { type RequestHandler } from 'express';
import type { Call } from '../call.ts';
import { parseJson } from '../parse-json.ts';
import { readXmlText } from '../read-xml-text.ts';
import type { House } from '../request-checks.ts';
import { isXmlSent } from './content-type.ts';

/** Bodies of this interface are a few kilobytes; a list of account references may be long. */
const JSON_BYTES_MAX = 1024 * 1024;

const readJsonBytes = bytesUpTo(JSON_BYTES_MAX);
/** One for each profile: there is one in a house, and several in a test. */
const READ_XML_BYTES = new WeakMap<AspspProfile, RequestHandler>();

/** Reads the body, as the last step: nobody without identity and role makes the gateway hold or parse one. */
export async function body(call: Call, { profile }: House): Promise<void> {
  const isXml = isXmlSent(call);
  const readBytes = isXml ? readXmlBytes(profile) : readJsonBytes;
  await new Promise<void>((resolve, reject) => {
    readBytes(call as never, call.res as never, (error?: unknown) => (error ? reject(refuseBody(error)) : resolve()));
  });
  call.rawBody = Buffer.isBuffer(call.body) ? call.body : Buffer.alloc(0);
  call.body = isXml ? readXmlText(call.rawBody) : readJson(call);
}

/** Field guide 3.7: none or `{}`, where an authorisation is started. */
function readJson({ rawBody, endpoint }: Call): unknown {
  const isLeftOut = rawBody.length === 0 && 'authorises' in ENDPOINTS[endpoint];
  return isLeftOut ? {} : parseJson(rawBody);
}

function bytesUpTo(limit: number): RequestHandler {
  return express.raw({ limit, inflate: false, type: () => true });
}

function readXmlBytes(profile: AspspProfile): RequestHandler {
  const known = READ_XML_BYTES.get(profile);
  if (known !== undefined) return known;
  const made = bytesUpTo(profile.limits.bulkBytesMax);
  READ_XML_BYTES.set(profile, made);
  return made;
}

/** What the reader of bodies reports, by its `type`; anything else means that the sender gave up. */
function refuseBody(error: unknown): Xs2aError {
  const type = typeof error === 'object' && error !== null && 'type' in error ? error.type : undefined;
  if (type === 'entity.too.large') return new Xs2aError('bodyTooLarge');
  if (type === 'encoding.unsupported') return new Xs2aError('mediaTypeUnsupported');
  return new Xs2aError('requestTimedOut', { cause: error });
}
