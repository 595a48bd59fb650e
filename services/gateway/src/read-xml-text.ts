import { Xs2aError } from '@xs2a/contracts';

/** The mark at the beginning stays, so that the message is read back byte by byte. */
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** What a message on the bus may have (design 4), less what travels beside the text. */
const TEXT_BYTES_ON_BUS_MAX = 8 * 1024 * 1024 - 64 * 1024;
/** A control character is written as `\u0001` in JSON. */
const ESCAPED_BYTES_MAX = 6;

/** A body of XML as text. It is read as XML by the owner of the resource alone. */
export function readXmlText(raw: Buffer): string {
  const text = decode(raw);
  // Line ends and quotes are longer in JSON: a message of nothing else would not fit.
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
