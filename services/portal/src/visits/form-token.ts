import { createHmac, timingSafeEqual } from 'node:crypto';

/** Returns the hidden token of a form. It is derived from the visit's cookie and changes with it at the next step. */
export function formToken(visit: string): string {
  return createHmac('sha256', visit).update('xs2a portal form').digest('base64url');
}

/** Whether a value has the format of a token, for any visit. */
export function mayBeFormToken(token: unknown): boolean {
  return typeof token === 'string' && /^[A-Za-z0-9_-]{43}$/.test(token);
}

export function isFormToken(token: unknown, visit: string | undefined): boolean {
  if (typeof token !== 'string' || visit === undefined) return false;
  const given = Buffer.from(token);
  const expected = Buffer.from(formToken(visit));
  return given.length === expected.length && timingSafeEqual(given, expected);
}
