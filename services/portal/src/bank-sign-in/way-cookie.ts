import type { Request, Response } from 'express';
import type { PortalContext } from '../context.ts';
import { clearCookie, readCookie, setVisitCookie, signInCookie } from '../visits/cookies.ts';
import { pageOfPath } from '../visits/paths.ts';
import { isState } from '../visits/receive-visitor.ts';

/** A browser on its way to the bank's identity provider: its key, the path of its page, and what its TPP wants back. */
export interface Way {
  readonly browserKey: string;
  readonly page: string;
  readonly state?: string;
}

/** Each way has its own cookie, by the `state` of its request: two tabs stay separate. */
export function keepWay(response: Response, { isSecure }: PortalContext, providerState: string, way: Way): void {
  const value = new URLSearchParams({
    key: way.browserKey,
    page: way.page,
    ...(way.state && { state: way.state }),
  });
  setVisitCookie(response, signInCookie(providerState, isSecure), value.toString(), isSecure);
}

/** The way that an answer belongs to, once. Undefined in a browser that did not go. */
export function takeWay(request: Request, response: Response, { isSecure }: PortalContext): Way | undefined {
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
