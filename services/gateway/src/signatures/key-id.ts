import type { TppCertificate } from '@xs2a/certificates';

/** Far longer than any percent-encoded issuer name. */
const KEY_ID_CHARACTERS_MAX = 2_048;
const KEY_ID = /^SN=([0-9a-fA-F]{1,64}),\s*CA=(.+)$/;
const HEX_PAIR = /^[0-9a-fA-F]{2}$/;
/** UTF8String or PrintableString. */
const DER_TEXT = /^#(?:0[cC]|13)[0-7][0-9a-fA-F][0-9a-fA-F]{0,254}$/;
/** Alternative names of the attribute types in issuer names. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['2.5.4.3', 'CN'],
  ['2.5.4.6', 'C'],
  ['2.5.4.7', 'L'],
  ['2.5.4.8', 'ST'],
  ['S', 'ST'],
  ['2.5.4.10', 'O'],
  ['2.5.4.11', 'OU'],
  ['ORGANIZATIONIDENTIFIER', '2.5.4.97'],
  ['ORGID', '2.5.4.97'],
]);

type Attribute = readonly [type: string, value: string];

/**
 * Whether `SN=<serial hex>,CA=<issuer>` names this certificate (decision 26). Serial numbers are compared as numbers; the parts
 * of the issuer may have any order, percent-encoded or not.
 */
export function matchesKeyId(keyId: string, { serialNumber, issuer }: TppCertificate): boolean {
  if (keyId.length > KEY_ID_CHARACTERS_MAX) return false;
  const [, serial, name] = KEY_ID.exec(keyId) ?? [];
  if (serial === undefined || name === undefined || BigInt(`0x${serial}`) !== serialNumber) return false;
  const own = normalised(issuer);
  return [name, decoded(name)].some((text) => {
    const parts = partsOf(text);
    return parts !== undefined && normalised(parts) === own;
  });
}

function normalised(parts: readonly Attribute[]): string {
  const attributes = parts.map(([type, value]) => {
    const plain = type
      .trim()
      .toUpperCase()
      .replace(/^OID\./, '');
    return `${TYPES.get(plain) ?? plain}=${value.trim().replaceAll(/\s+/g, ' ').toLowerCase()}`;
  });
  return JSON.stringify(attributes.toSorted());
}

/**
 * Parses `type=value`, separated by commas, semicolons or plus signs, as in RFC 4514 and its predecessors. Returns undefined if
 * malformed. Parses in a single pass, because the sender chooses the text and a regular expression may need quadratic time.
 */
function partsOf(name: string): Attribute[] | undefined {
  const parts: Attribute[] = [];
  for (let start = 0; start < name.length; ) {
    const equals = name.indexOf('=', start);
    const type = name.slice(start, equals);
    const value = equals === -1 ? undefined : readValue(name, equals + 1);
    if (value === undefined || type.trim() === '' || /[,;+]/.test(type)) return undefined;
    parts.push([type, value.text]);
    start = value.end + 1;
  }
  return parts;
}

/**
 * Reads a value up to the next separator that is neither quoted nor escaped. A backslash with two hexadecimal digits is a byte of
 * UTF-8 (RFC 4514, section 2.4), as openssl writes non-ASCII letters.
 */
function readValue(name: string, start: number): { text: string; end: number } | undefined {
  const bytes: Buffer[] = [];
  let isQuoted = false;
  let end = start;
  for (; end < name.length; end++) {
    const character = name.charAt(end);
    if (character === '\\') {
      const pair = name.slice(end + 1, end + 3);
      const isByte = HEX_PAIR.test(pair);
      if (end + 1 === name.length) return undefined;
      bytes.push(isByte ? Buffer.from(pair, 'hex') : Buffer.from(name.charAt(end + 1)));
      end += isByte ? 2 : 1;
    } else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && ',;+'.includes(character)) break;
    else bytes.push(Buffer.from(character));
  }
  return isQuoted ? undefined : { text: valueOf(Buffer.concat(bytes).toString().trim()), end };
}

/**
 * Decodes `#` with hexadecimal DER, which Java and openssl write for attribute types unknown to them, such as
 * organizationIdentifier (RFC 4514, section 2.4). For a text of less than 128 bytes this is tag, length and text.
 */
function valueOf(text: string): string {
  if (!DER_TEXT.test(text)) return text;
  const der = Buffer.from(text.slice(1), 'hex');
  return der.length - 2 === der[1] ? der.subarray(2).toString() : text;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
