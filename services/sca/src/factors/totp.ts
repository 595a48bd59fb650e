import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * RFC 6238 as authenticator apps implement it: SHA-1, six digits, steps of 30 seconds. These few lines use the HMAC of
 * Node and are tested with the vectors of the RFC; a library would bring its own hash functions.
 */
const STEP_MS = 30_000;
export const TOTP_DIGITS = 6;
/** Time steps by which the PSU's clock may differ, in either direction (RFC 6238, 5.2). */
const STEPS_OFF = [0, -1, 1];
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns the code of a time step (RFC 4226, 5.3). */
export function totpAt(secret: Buffer, step: number, digits: number = TOTP_DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

export function stepAt(moment: Date): number {
  return Math.floor(moment.getTime() / STEP_MS);
}

/** Returns the time step of a code: the present one or one of its neighbours. Undefined if the code fits none. */
export function stepOfCode(secret: Buffer, code: string, at: Date): number | undefined {
  const now = stepAt(at);
  const matches = STEPS_OFF.map((off) => now + off).filter((step) => isEqual(totpAt(secret, step), code));
  return matches[0];
}

function isEqual(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Encodes in Base32 (RFC 4648, 6) without padding, as apps expect a secret. */
export function base32Of(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

/** Returns the link that an app reads from a QR code (Key URI format). */
export function totpLink(secret: Buffer, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const parameters = { secret: base32Of(secret), issuer, algorithm: 'SHA1', digits: String(TOTP_DIGITS), period: '30' };
  // Apps do not decode a plus as a space.
  return `otpauth://totp/${label}?${new URLSearchParams(parameters).toString().replaceAll('+', '%20')}`;
}
