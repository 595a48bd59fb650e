import type { TppCertificate } from '@xs2a/certificates';

const KEY_ID = /^SN=([0-9a-fA-F]{1,64}),\s*CA=(.+)$/;
/** Other names of the attribute types in issuer names. */
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
 * Whether `SN=<serial hex>,CA=<issuer>` names this certificate (decision 26). The serial number is compared as a number, the
 * issuer in any order of its parts, percent-encoded or not.
 */
export function namesCertificate(keyId: string, { serialNumber, issuer }: TppCertificate): boolean {
  const [, serial, name] = KEY_ID.exec(keyId) ?? [];
  if (serial === undefined || name === undefined || BigInt(`0x${serial}`) !== serialNumber) return false;
  const own = normalised(issuer);
  return [name, decoded(name)].some((text) => normalised(partsOf(text)) === own);
}

function normalised(parts: readonly (readonly [string, string])[]): string {
  const attributes = parts.map(([type, value]) => {
    const plain = type
      .trim()
      .toUpperCase()
      .replace(/^OID\./, '');
    return `${TYPES.get(plain) ?? plain}=${value.trim().replaceAll(/\s+/g, ' ').toLowerCase()}`;
  });
  return JSON.stringify(attributes.toSorted());
}

/** `type=value`, separated by commas, semicolons or plus signs, as in RFC 4514 and its predecessors. */
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
