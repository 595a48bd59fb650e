import { type PortalContext, readCookie } from '@xs2a/portal/extension';
import type { Request, Response } from 'express';

const BEARER = /^Bearer +(xs2a_sandbox_[\w-]{43})$/i;
const KEY = /^xs2a_sandbox_[\w-]{43}$/;
const COOKIE_DAYS = 30;
const DAY_MS = 86_400_000;

const nameOf = ({ isSecure }: PortalContext): string => `${isSecure ? '__Host-' : ''}xs2a-workspace`;

/** The key of a developer's sandbox: of a program in `Authorization`, of a browser in its cookie. */
export function workspaceKeyOf(request: Request, context: PortalContext): string | undefined {
  const [, sent] = BEARER.exec(request.headers.authorization ?? '') ?? [];
  if (sent !== undefined) return sent;
  const kept = readCookie(request, nameOf(context));
  return kept !== undefined && KEY.test(kept) ? kept : undefined;
}

/** From where a developer registers, as a part of the request to the bank. */
export function fromAddress({ ip }: Request): { address?: string } {
  return ip === undefined ? {} : { address: ip };
}

/** As a part of a request to the bank. */
export function withWorkspaceKey(request: Request, context: PortalContext): { workspaceKey?: string } {
  const workspaceKey = workspaceKeyOf(request, context);
  return workspaceKey === undefined ? {} : { workspaceKey };
}

export function keepWorkspaceKey(response: Response, context: PortalContext, key: string): void {
  response.cookie(nameOf(context), key, { ...guarded(context), maxAge: COOKIE_DAYS * DAY_MS });
}

export function dropWorkspaceKey(response: Response, context: PortalContext): void {
  response.clearCookie(nameOf(context), guarded(context));
}

function guarded({ isSecure }: PortalContext) {
  return { httpOnly: true, sameSite: 'lax', secure: isSecure, path: '/' } as const;
}

export function isKey(text: unknown): text is string {
  return typeof text === 'string' && KEY.test(text);
}
