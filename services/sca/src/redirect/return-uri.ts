import type { Authorisation } from '../model/authorisation.ts';

/**
 * Where the browser returns to: TPP-Redirect-URI after success, after a refusal TPP-Nok-Redirect-URI if the TPP named
 * one. With the code for the TPP's confirmation, if one is needed (decision 22).
 */
export function returnUriOf(authorisation: Authorisation): string | undefined {
  const { scaStatus, redirectUri, confirmationCode, oauth, redirectReference } = authorisation;
  // Visit from which it comes; its session is asked for.
  if (oauth !== undefined) return `${oauth.returnUri}?visit=${redirectReference}`;
  if (scaStatus === 'failed') return refusedUriOf(authorisation);
  if (scaStatus !== 'unconfirmed' || redirectUri === undefined || confirmationCode === undefined) return redirectUri;
  const url = new URL(redirectUri);
  // searchParams.append would encode the TPP's own query anew.
  url.search += `${url.search === '' ? '?' : '&'}confirmationCode=${confirmationCode}`;
  return url.href;
}

export function refusedUriOf({
  nokRedirectUri,
  redirectUri,
}: Pick<Authorisation, 'nokRedirectUri' | 'redirectUri'>): string | undefined {
  return nokRedirectUri ?? redirectUri;
}
