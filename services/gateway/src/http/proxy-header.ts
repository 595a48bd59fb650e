import { SocketAddress } from 'node:net';

/** The PROXY protocol, version 2 (haproxy.org/download/2.9/doc/proxy-protocol.txt): signature, command, family, length. */
const SIGNATURE = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1');
export const FIXED_BYTES = 16;
/** Addresses have at most 36 bytes; the rest are additions of proxies, such as the names of their clients. */
const REST_BYTES_MAX = 2_048;

const [COMMAND_AT, FAMILY_AT, LENGTH_AT] = [12, 13, 14];
/** Version 2 in the upper half, the command in the lower. */
const LOCAL = 0x20;
const PROXY = 0x21;
/** Families over TCP, with the bytes of their two addresses and ports. */
const FAMILIES = new Map([
  [0x11, { family: 'ipv4', bytes: 12 }],
  [0x21, { family: 'ipv6', bytes: 36 }],
] as const);

/** The part of a header that its first bytes announce. */
export interface AnnouncedHeader {
  readonly restBytes: number;
  /** Reads the address of the client from the rest; undefined if the proxy speaks for itself, as in its health checks. */
  readonly clientOf: (rest: Buffer) => string | undefined;
}

/** Reads the fixed part of a header. Throws for anything else than version 2 over TCP. */
export function readFixedPart(fixed: Buffer): AnnouncedHeader {
  if (fixed.length !== FIXED_BYTES || !fixed.subarray(0, SIGNATURE.length).equals(SIGNATURE)) {
    throw new Error('no header of the PROXY protocol, version 2');
  }
  const command = fixed.readUInt8(COMMAND_AT);
  const restBytes = fixed.readUInt16BE(LENGTH_AT);
  if (restBytes > REST_BYTES_MAX) throw new Error('the header is too long');
  if (command === LOCAL) return { restBytes, clientOf: () => undefined };
  if (command !== PROXY) throw new Error('unknown version or command');
  const kind = FAMILIES.get(fixed.readUInt8(FAMILY_AT) as 0x11);
  if (kind === undefined) throw new Error('names no client over TCP');
  if (restBytes < kind.bytes) throw new Error('the header is too short');
  return {
    restBytes,
    clientOf: (rest) => (kind.family === 'ipv4' ? rest.subarray(0, 4).join('.') : textOfIpv6(rest.subarray(0, 16))),
  };
}

function textOfIpv6(bytes: Buffer): string {
  const groups = Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(2 * index).toString(16));
  return new SocketAddress({ family: 'ipv6', address: groups.join(':') }).address;
}
