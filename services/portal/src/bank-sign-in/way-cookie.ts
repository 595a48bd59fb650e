import type { Request, Response } from 'express';
import type { PortalContext } from '../context.ts';
import { clearCookie, readCookie, setVisitCookie, signInCookie } from '../visits/cookies.ts';
import { isReference } from '../visits/paths.ts';
import { isState } from '../visits/receive-visitor.ts';

/** A browser on its way to the bank's identity provider: its key, the page it comes from, and what its TPP wants back. */
export interface Way {
  readonly browserKey: string;
  readonly reference: string;
  readonly state?: string;
}

/** Each way has its own cookie, by the `state` of its request: two tabs stay separate. */
export function keepWay(response: Response, { isSecure }: PortalContext, providerState: string, way: Way): void {
  const value = new URLSearchParams({
    key: way.browserKey,
    reference: way.reference,
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
  const [browserKey, reference, state] = [kept.get('key'), kept.get('reference'), kept.get('state')];
  if (!browserKey || !isReference(reference)) return undefined;
  return { browserKey, reference, ...(isState(state) && { state }) };
}
