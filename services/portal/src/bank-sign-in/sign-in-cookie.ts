import type { Request, Response } from 'express';
import type { PortalContext } from '../context.ts';
import { clearCookie, readCookie, setVisitCookie, signInCookie } from '../visits/cookies.ts';
import { pageOfPath } from '../visits/paths.ts';
import { isState } from '../visits/receive-visitor.ts';

/** A pending sign-in at the bank's identity provider: the browser's key, the path of its page, and the TPP's `state`. */
export interface PendingSignIn {
  readonly browserKey: string;
  readonly page: string;
  readonly state?: string;
}

/** Each sign-in has its own cookie, by the `state` of its request: two tabs stay separate. */
export function keepPendingSignIn(
  response: Response,
  { isSecure }: PortalContext,
  providerState: string,
  signIn: PendingSignIn,
): void {
  const value = new URLSearchParams({
    key: signIn.browserKey,
    page: signIn.page,
    ...(signIn.state && { state: signIn.state }),
  });
  setVisitCookie(response, signInCookie(providerState, isSecure), value.toString(), isSecure);
}

/** Returns the pending sign-in for an answer, once. Undefined in a browser that did not begin it. */
export function takePendingSignIn(
  request: Request,
  response: Response,
  { isSecure }: PortalContext,
): PendingSignIn | undefined {
  const { state: providerState } = request.query;
  if (!isState(providerState)) return undefined;
  const name = signInCookie(providerState, isSecure);
  const value = readCookie(request, name);
  if (value === undefined) return undefined;
  clearCookie(response, name, isSecure);
  const kept = new URLSearchParams(value);
  const [browserKey, page, state] = [kept.get('key'), kept.get('page'), kept.get('state')];
  if (!browserKey || page === null || pageOfPath(page) !== page) return undefined;
  return { browserKey, page, ...(isState(state) && { state }) };
}
