import { appSchemeOf } from '@xs2a/contracts';

/**
 * The address to which the browser returns: the URI that the TPP registered, with its query unchanged, and the `state`
 * that the TPP put on the link (decision 22). `undefined` for an address that must not become a link.
 */
export function returnUri(registered: string | undefined, state: string | undefined): string | undefined {
  if (registered === undefined || !URL.canParse(registered)) return undefined;
  const url = new URL(registered);
  if (!isLinkable(url)) return undefined;
  if (state !== undefined && url.searchParams.get('state') !== state) {
    // Not searchParams.append: it would re-encode the TPP's own query.
    url.search += `${url.search === '' ? '?' : '&'}state=${encodeURIComponent(state)}`;
  }
  return url.href;
}

/** Web addresses, and private-use schemes of apps. Which of them a TPP may register is the gateway's to judge (decision 37). */
function isLinkable({ protocol, username, password }: URL): boolean {
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || protocol === 'http:' || appSchemeOf(protocol.slice(0, -1)) !== undefined;
}
