import { isRedirectUri } from '@xs2a/service-kit';

/**
 * Returns the address for the return: the URI that the TPP registered, with its query unchanged, and the `state` that the TPP put
 * on the link (decision 22). Undefined for an address that must not become a link.
 */
export function returnUri(registered: string | undefined, state: string | undefined): string | undefined {
  if (registered === undefined || !isRedirectUri(registered)) return undefined;
  const url = new URL(registered);
  if (state !== undefined && url.searchParams.get('state') !== state) {
    // Not searchParams.append: it would re-encode the TPP's own query.
    url.search += `${url.search === '' ? '?' : '&'}state=${encodeURIComponent(state)}`;
  }
  return url.href;
}
