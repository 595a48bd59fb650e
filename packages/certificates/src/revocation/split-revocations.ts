import 'reflect-metadata';
import { AsnConvert } from '@peculiar/asn1-schema';
import { CertificateList } from '@peculiar/asn1-x509';
import { X509Crl } from '@peculiar/x509';

const SEQUENCE = 0x30;
const INTEGER = 0x02;
const TIMES = [0x17, 0x18];
/** Length octets; four cover lists of up to 4 GiB. */
const LENGTH_BYTES_MAX = 4;

/** A revocation list without its entries, and their serial numbers. The signature still covers the whole list. */
export interface SplitList {
  readonly list: X509Crl;
  readonly serialNumbers: ReadonlySet<bigint>;
}

/**
 * Reads a revocation list (RFC 5280, 5.1, DER) and removes its entries before the library parses it. The library creates several
 * objects per entry, fails on some thousand entries, and would block the event loop. Throws if the list is malformed.
 */
export function splitRevocations(der: Buffer): SplitList {
  const outer = elementAt(der, 0);
  const [tbs, ...signature] = childrenOf(der, outer);
  if (tbs === undefined || outer.end !== der.length) throw malformed();
  const fields = childrenOf(der, tbs);
  // The only sequence after the times: version, algorithm and issuer come before them, extensions have their own tag.
  const time = fields.findLastIndex(({ tag }) => TIMES.includes(tag));
  const entries = fields.find(({ tag }, index) => time >= 0 && index > time && tag === SEQUENCE);
  const bytesOf = ({ begin, end }: Element): Buffer => der.subarray(begin, end);
  const rest = fields.filter((field) => field !== entries).map(bytesOf);
  const whole = AsnConvert.parse(sequenceOf([sequenceOf(rest), ...signature.map(bytesOf)]), CertificateList);
  whole.tbsCertListRaw = Uint8Array.from(bytesOf(tbs)).buffer;
  const serialNumbers = new Set(entries === undefined ? [] : childrenOf(der, entries).map((one) => serialOf(der, one)));
  return { list: new X509Crl(whole), serialNumbers };
}

/** A DER element from `begin` to `end`; its content starts at `content`. */
interface Element {
  readonly tag: number;
  readonly begin: number;
  readonly content: number;
  readonly end: number;
}

function serialOf(der: Buffer, entry: Element): bigint {
  const { tag, content, end } = elementAt(der, entry.content);
  if (tag !== INTEGER || end > entry.end || end === content) throw malformed();
  return BigInt(`0x${der.toString('hex', content, end)}`);
}

function childrenOf(der: Buffer, { tag, content, end }: Element): Element[] {
  if (tag !== SEQUENCE) throw malformed();
  const children: Element[] = [];
  for (let at = content; at < end; ) {
    const child = elementAt(der, at);
    if (child.end > end) throw malformed();
    children.push(child);
    at = child.end;
  }
  return children;
}

function elementAt(der: Buffer, begin: number): Element {
  const [tag, first] = [der[begin], der[begin + 1]];
  if (tag === undefined || first === undefined) throw malformed();
  const lengthBytes = first < 0x80 ? 0 : first - 0x80;
  const content = begin + 2 + lengthBytes;
  if (first === 0x80 || lengthBytes > LENGTH_BYTES_MAX || content > der.length) throw malformed();
  const end = content + (lengthBytes === 0 ? first : der.readUIntBE(begin + 2, lengthBytes));
  if (end > der.length) throw malformed();
  return { tag, begin, content, end };
}

function sequenceOf(parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const length = Buffer.alloc(LENGTH_BYTES_MAX);
  length.writeUInt32BE(content.length);
  return Buffer.concat([Buffer.from([SEQUENCE, 0x80 + LENGTH_BYTES_MAX]), length, content]);
}

function malformed(): Error {
  return new Error('malformed revocation list');
}
