import { findForOAuth, OAUTH_SCOPES, readOAuthScope, Xs2aError } from '@xs2a/contracts';
import type { OAuthContext } from '../context.ts';
import { isAcceptable, isInDomainOf, refusesOtherDomains } from './permitted-redirect.ts';

/**
 * Where the browser may be sent: exactly where the TPP said when it created the resource; where it said nothing, to the domains of
 * its certificate. That is the one it was last seen with, where it does not show one with this request. A profile that accepts
 * other domains does so from the TPP itself, which shows its certificate: anybody may write a link (RFC 9700, 4.11.2).
 */
export async function redirectsOf(
  context: OAuthContext,
  tppId: string,
  scopeText: string | null,
  shown?: string,
): Promise<(uri: string) => boolean> {
  const named = await namedAddresses(context, tppId, scopeText ?? undefined);
  // Which address a TPP may name is the gateway's to judge (decision 37).
  if (named.length > 0) return (uri) => named.includes(uri);
  if (shown !== undefined && !refusesOtherDomains(context)) return (uri) => isAcceptable(context, uri);
  const certificate = shown ?? (await context.clients.findOne({ _id: tppId }))?.certificate;
  return (uri) => certificate !== undefined && isAcceptable(context, uri) && isInDomainOf(certificate, uri);
}

async function namedAddresses({ bus }: OAuthContext, tppId: string, text: string | undefined): Promise<string[]> {
  const scope = readOAuthScope(text);
  if (scope?.resourceId === undefined) return [];
  const { name, resourceId } = scope;
  try {
    const found = await bus.ask(findForOAuth, { tppId, kinds: [...OAUTH_SCOPES[name].kinds], resourceId });
    return found.redirectUris;
  } catch (error) {
    if (error instanceof Xs2aError && error.refusal.status < 500) return [];
    throw error;
  }
}
