import { Xs2aError } from '@xs2a/contracts';

/** The byte order mark stays, so that the message is returned byte by byte. */
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Maximum message size on the bus, minus the other fields of the request. */
const TEXT_BYTES_ON_BUS_MAX = 8 * 1024 * 1024 - 64 * 1024;
/** JSON escapes a control character as `\u0001`: six bytes. */
const ESCAPED_BYTES_MAX = 6;

/** Returns an XML body as text. Only the service that owns the resource parses it. */
export function readXmlText(raw: Buffer): string {
  const text = decode(raw);
  // Control characters are longer in JSON, so that a smaller body may still be too long for the bus.
  if (raw.length * ESCAPED_BYTES_MAX > TEXT_BYTES_ON_BUS_MAX) {
    if (Buffer.byteLength(JSON.stringify(text)) > TEXT_BYTES_ON_BUS_MAX) throw new Xs2aError('bodyTooLarge');
  }
  return text;
}

function decode(raw: Buffer): string {
  try {
    return UTF8.decode(raw);
  } catch {
    throw new Xs2aError('bodyInvalid', { text: 'the body is not in UTF-8' });
  }
}
