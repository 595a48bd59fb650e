import type { Authorisation } from '../model/authorisation.ts';

/**
 * Returns the address for the browser's return: TPP-Redirect-URI after success; after a refusal TPP-Nok-Redirect-URI, if the TPP
 * sent one. Includes the code for the TPP's confirmation, if required (decision 22).
 */
export function returnUriOf(authorisation: Authorisation): string | undefined {
  const { scaStatus, redirectUri, confirmationCode, oauth, redirectReference } = authorisation;
  // The authorisation server identifies its visit by this parameter, and asks for the session.
  if (oauth !== undefined) return `${oauth.returnUri}?visit=${redirectReference}`;
  if (scaStatus === 'failed') return refusedUriOf(authorisation);
  if (scaStatus !== 'unconfirmed' || redirectUri === undefined || confirmationCode === undefined) return redirectUri;
  const url = new URL(redirectUri);
  // searchParams.append would re-encode the TPP's own query.
  url.search += `${url.search === '' ? '?' : '&'}confirmationCode=${confirmationCode}`;
  return url.href;
}

export function refusedUriOf({
  nokRedirectUri,
  redirectUri,
}: Pick<Authorisation, 'nokRedirectUri' | 'redirectUri'>): string | undefined {
  return nokRedirectUri ?? redirectUri;
}
