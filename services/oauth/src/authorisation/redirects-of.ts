import { findForOAuth, OAUTH_SCOPES, readOAuthScope, Xs2aError } from '@xs2a/contracts';
import type { OAuthContext } from '../context.ts';
import { isPermittedRedirect } from './permitted-redirect.ts';

/**
 * Returns the check for redirect URIs: exactly those that the TPP sent when it created the resource or, without any, those
 * allowed by {@link isPermittedRedirect}.
 */
export async function redirectsOf(
  context: OAuthContext,
  tppId: string,
  scopeText: string | null,
  shown?: string,
): Promise<(uri: string) => boolean> {
  const named = await namedAddresses(context, tppId, scopeText ?? undefined);
  // The gateway has already checked these addresses (decision 37).
  if (named.length > 0) return (uri) => named.includes(uri);
  const known = shown === undefined ? (await context.clients.findOne({ _id: tppId }))?.certificate : undefined;
  return (uri) => isPermittedRedirect(context, { shown, known }, uri);
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
