import { findForOAuth, OAUTH_SCOPES, readOAuthScope, Xs2aError } from '@xs2a/contracts';
import type { OAuthContext } from '../context.ts';
import { isPermittedRedirect } from './permitted-redirect.ts';

/**
 * Where the browser may be sent: exactly where the TPP said when it created the resource; where it said nothing, to an address that
 * it may name by the rule of {@link isPermittedRedirect}.
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
