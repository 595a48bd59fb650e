import { type AspspProfile, PAYMENT_PRODUCTS, PaymentProduct, Xs2aError } from '@xs2a/contracts';
import express, { type RequestHandler } from 'express';
import type { Call } from './call.ts';

/** Upper bound on JSON bodies. Most have a few kilobytes; a list of account references may be long. */
const JSON_BYTES_MAX = 1024 * 1024;

const readJsonBytes = readerUpTo(JSON_BYTES_MAX);
/** One reader for each profile: a process has one profile, a test may have several. */
const XML_READERS = new WeakMap<AspspProfile, RequestHandler>();

/** Reads the bytes of the body once, up to the limit of the endpoint. */
export async function readRawBody(call: Call, profile: AspspProfile): Promise<Buffer> {
  const known: Buffer | undefined = call.rawBody;
  if (known !== undefined) return known;
  const isXml = isXmlExpected(call);
  // Refused before it arrives, because the reader would first receive the whole body.
  if (Number(call.headers['content-length'] ?? 0) > (isXml ? profile.limits.bulkBytesMax : JSON_BYTES_MAX)) {
    throw new Xs2aError('bodyTooLarge');
  }
  const readBytes = isXml ? xmlReaderOf(profile) : readJsonBytes;
  await new Promise<void>((resolve, reject) => {
    readBytes(call as never, call.res as never, (error?: unknown) => (error ? reject(toRefusal(error)) : resolve()));
  });
  call.rawBody = Buffer.isBuffer(call.body) ? call.body : Buffer.alloc(0);
  return call.rawBody;
}

/** Whether the address accepts XML. Used by the signature check, before the payment product is checked. */
function isXmlExpected({ endpoint, params }: Call): boolean {
  const product = PaymentProduct.safeParse((params as Record<string, string>)['paymentProduct']);
  return endpoint === 'initiatePayment' && product.success && PAYMENT_PRODUCTS[product.data].format === 'xml';
}

function readerUpTo(limit: number): RequestHandler {
  return express.raw({ limit, inflate: false, type: () => true });
}

function xmlReaderOf(profile: AspspProfile): RequestHandler {
  const known = XML_READERS.get(profile);
  if (known !== undefined) return known;
  const reader = readerUpTo(profile.limits.bulkBytesMax);
  XML_READERS.set(profile, reader);
  return reader;
}

/** Converts an error of Express's body reader by its `type`. All other errors mean that the sender stopped sending. */
function toRefusal(error: unknown): Xs2aError {
  const type = typeof error === 'object' && error !== null && 'type' in error ? error.type : undefined;
  if (type === 'entity.too.large') return new Xs2aError('bodyTooLarge');
  if (type === 'encoding.unsupported') return compressedBodyError();
  return new Xs2aError('requestTimedOut', { cause: error });
}

/** The real size of a compressed body is unknown. */
export function compressedBodyError(): Xs2aError {
  return new Xs2aError('mediaTypeUnsupported', {
    path: 'Content-Encoding',
    text: 'must be left out: send the body uncompressed',
  });
}
