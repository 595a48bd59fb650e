/**
 * Where the browser goes back to: the URI that the TPP registered, its own query untouched, and the `state` that it had
 * put on the link (field guide 9.3). `undefined` for what must never become a link.
 */
export function returnUri(registered: string | undefined, state: string | undefined): string | undefined {
  if (registered === undefined || !URL.canParse(registered)) return undefined;
  const url = new URL(registered);
  if (!isLinkable(url)) return undefined;
  if (state !== undefined && url.searchParams.get('state') !== state) {
    // Not searchParams.append: that would write the TPP's own query anew.
    url.search += `${url.search === '' ? '?' : '&'}state=${encodeURIComponent(state)}`;
  }
  return url.href;
}

/** Web addresses, and the private-use schemes of apps: a domain name reversed (RFC 8252 7.1). */
function isLinkable({ protocol, username, password }: URL): boolean {
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || protocol === 'http:' || /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/.test(protocol);
}
