import { type AspspProfile, PAYMENT_PRODUCTS, PaymentProduct, Xs2aError } from '@xs2a/contracts';
import express, { type RequestHandler } from 'express';
import type { Call } from './call.ts';

/** Bodies of this interface are a few kilobytes; a list of account references may be long. */
const JSON_BYTES_MAX = 1024 * 1024;

const readJsonBytes = bytesUpTo(JSON_BYTES_MAX);
/** One for each profile: there is one in a house, and several in a test. */
const READ_XML_BYTES = new WeakMap<AspspProfile, RequestHandler>();

/**
 * Reads the bytes of the body, once, within the limit of what is sent here: before that nobody makes the gateway hold
 * them.
 */
export async function readRawBody(call: Call, profile: AspspProfile): Promise<Buffer> {
  const before: Buffer | undefined = call.rawBody;
  if (before !== undefined) return before;
  const isXml = isXmlAddressed(call);
  // Said before it is sent: the reader itself would first wait for all of it, to throw it away.
  if (Number(call.headers['content-length'] ?? 0) > (isXml ? profile.limits.bulkBytesMax : JSON_BYTES_MAX)) {
    throw new Xs2aError('bodyTooLarge');
  }
  const readBytes = isXml ? readXmlBytes(profile) : readJsonBytes;
  await new Promise<void>((resolve, reject) => {
    readBytes(call as never, call.res as never, (error?: unknown) => (error ? reject(refuseBody(error)) : resolve()));
  });
  call.rawBody = Buffer.isBuffer(call.body) ? call.body : Buffer.alloc(0);
  return call.rawBody;
}

/** Whether the address is one that takes XML (decision 24); asked before anything is known of the product. */
function isXmlAddressed({ endpoint, params }: Call): boolean {
  const product = PaymentProduct.safeParse((params as Record<string, string>)['paymentProduct']);
  return endpoint === 'initiatePayment' && product.success && PAYMENT_PRODUCTS[product.data].format === 'xml';
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
