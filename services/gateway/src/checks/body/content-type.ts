import { Xs2aError } from '@xs2a/contracts';
import { type Call, headerOf } from '../../request/call.ts';
import { type BodyFormat, formatOfBody, mayLackBody } from '../../request/payment-format.ts';
import { compressedBodyError } from '../../request/raw-body.ts';

const MEDIA_TYPES = {
  json: /^application\/json(\s*;\s*charset="?utf-8"?)?\s*$/i,
  // Libraries add a single-byte charset by default. The characters allowed in messages are the same in all three.
  xml: /^(application|text)\/xml(\s*;\s*charset="?(utf-8|iso-8859-1|us-ascii)"?)?\s*$/i,
  multipart: /^multipart\/form-data\s*;/i,
};

const TYPES = {
  json: 'application/json, in UTF-8',
  xml: 'application/xml or text/xml, in UTF-8',
  multipart: 'multipart/form-data with a boundary',
} as const;
/** Added for addresses that are not of an XML payment product. */
const XML_ELSEWHERE = '; XML is the format of the products pain.001-… alone';

/**
 * Checks that the body is JSON or, for XML payment products, XML or multipart. Compressed bodies are refused because their real
 * size is unknown.
 */
export function contentType(call: Call): void {
  if (hasNoBody(call) && mayLackBody(call.endpoint)) return;
  const format = formatOfBody(call);
  const encoding = headerOf(call, 'content-encoding');
  const sent = headerOf(call, 'content-type') ?? '';
  if (!MEDIA_TYPES[format].test(sent)) {
    throw new Xs2aError('mediaTypeUnsupported', { path: 'Content-Type', text: faultOf(sent, format) });
  }
  if (encoding !== undefined && encoding !== 'identity') throw compressedBodyError();
}

function faultOf(sent: string, format: BodyFormat): string {
  const needed = TYPES[format];
  if (sent === '') return `is missing: it must be ${needed}`;
  if (/;\s*charset=/i.test(sent)) return `must be ${needed}: it names another charset or type`;
  if (format === 'multipart' && /^multipart\/form-data\s*$/i.test(sent)) return `must be ${needed}, which it lacks`;
  return `must be ${needed}${format === 'json' && /\bxml$/i.test(sent) ? XML_ELSEWHERE : ''}`;
}

/** Whether there is no body at all, not even an empty chunked one. */
function hasNoBody({ headers }: Call): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
}
