import type { TppCertificate } from '@xs2a/certificates';

const KEY_ID = /^SN=([0-9a-fA-F]{1,64}),\s*CA=(.+)$/;
/** Other names of the attribute types that issuers have. */
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

/**
 * Whether `SN=<serial hex>,CA=<issuer>` names this certificate (decision 26): the serial number as a number, the
 * issuer in either order of its parts, percent-encoded or not.
 */
export function namesCertificate(keyId: string, { serialNumber, issuer }: TppCertificate): boolean {
  const [, serial, name] = KEY_ID.exec(keyId) ?? [];
  if (serial === undefined || name === undefined || BigInt(`0x${serial}`) !== serialNumber) return false;
  const own = writtenAlike(issuer);
  return [name, decoded(name)].some((text) => writtenAlike(partsOf(text)) === own);
}

function writtenAlike(parts: readonly (readonly [string, string])[]): string {
  const written = parts.map(([type, value]) => {
    const plain = type
      .trim()
      .toUpperCase()
      .replace(/^OID\./, '');
    return `${TYPES.get(plain) ?? plain}=${value.trim().replaceAll(/\s+/g, ' ').toLowerCase()}`;
  });
  return JSON.stringify(written.toSorted());
}

/** `type=value` with commas, semicolons or plus signs between, as RFC 4514 and its forerunners write names. */
function partsOf(name: string): (readonly [string, string])[] {
  const parts = name.matchAll(/\s*([^=,;+]+)=("(?:[^"\\]|\\.)*"|(?:[^,;+\\]|\\.)*)\s*(?:[,;+]|$)/g);
  return Array.from(parts, ([, type = '', value = '']) => {
    return [type, value.replace(/^"(.*)"$/, '$1').replaceAll(/\\(.)/g, '$1')] as const;
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
