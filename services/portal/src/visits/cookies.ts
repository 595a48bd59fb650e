import { createHash } from 'node:crypto';
import type { CookieOptions, Request, Response } from 'express';

/** Longer than any visit: sca ends a session after minutes. Limits the number of cookies. */
const VISIT_LIFETIME_MS = 30 * 60_000;
const LANGUAGE_LIFETIME_MS = 365 * 24 * 3_600_000;

/** `__Host-`: only this host can set the cookie, and no sibling domain. */
function nameOf(name: string, isSecure: boolean): string {
  return `${isSecure ? '__Host-' : ''}xs2a-${name}`;
}

/** Each link, and the permission overview by its path, has its own cookies: two tabs with two requests stay separate. */
function digestOf(reference: string): string {
  return createHash('sha256').update(reference).digest('base64url').slice(0, 22);
}

export const visitCookie = (reference: string, isSecure: boolean): string =>
  nameOf(`visit-${digestOf(reference)}`, isSecure);
export const noteCookie = (reference: string, isSecure: boolean): string =>
  nameOf(`note-${digestOf(reference)}`, isSecure);
/** One sign-in at the bank's identity provider. */
export const signInCookie = (state: string, isSecure: boolean): string =>
  nameOf(`sign-in-${digestOf(state)}`, isSecure);
export const languageCookie = (isSecure: boolean): string => nameOf('language', isSecure);

export function readCookie(request: Request, name: string): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return decode(pair.slice(at + 1).trim());
  }
  return undefined;
}

/** Returns cookie values of other visits in this browser, up to a limit. */
export function otherVisitCookies(request: Request, besides: string, isSecure: boolean): string[] {
  const prefix = nameOf('visit-', isSecure);
  const names = (request.headers.cookie ?? '').split(';').map((pair) => pair.split('=')[0]?.trim() ?? '');
  return names
    .filter((name) => name.startsWith(prefix) && name !== besides)
    .flatMap((name) => readCookie(request, name) ?? []);
}

export function setVisitCookie(response: Response, name: string, value: string, isSecure: boolean): void {
  response.cookie(name, value, { ...guarded(isSecure), maxAge: VISIT_LIFETIME_MS });
}

export function setLanguageCookie(response: Response, language: string, isSecure: boolean): void {
  response.cookie(languageCookie(isSecure), language, { ...guarded(isSecure), maxAge: LANGUAGE_LIFETIME_MS });
}

export function clearCookie(response: Response, name: string, isSecure: boolean): void {
  response.clearCookie(name, guarded(isSecure));
}

function guarded(isSecure: boolean): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', secure: isSecure, path: '/' };
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
