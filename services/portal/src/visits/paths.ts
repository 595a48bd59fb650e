/** Format of the random part of an `scaRedirect` link. */
const REFERENCE = /^[A-Za-z0-9._~-]{1,200}$/;

export function isReference(reference: unknown): reference is string {
  return typeof reference === 'string' && REFERENCE.test(reference);
}

/** Returns the page of a link. It shows every step, so that going back and reloading lead to the due step. */
export function linkPath(reference: string): string {
  return `/sca/${reference}`;
}

/** Returns the reference of the link that a path belongs to; undefined for other pages. */
export function referenceOf(path: string): string | undefined {
  const [, area, reference] = path.split('/');
  return area === 'sca' ? reference : undefined;
}

/** The permission overview of a PSU who signs in at the bank. */
export const PERMISSIONS_PATH = '/permissions';
export const permissionPath = (consentId: string): string => `${PERMISSIONS_PATH}/${encodeURIComponent(consentId)}`;
/** A standing order that the PSU authorised through a TPP. */
export const standingOrderPath = (paymentId: string): string =>
  `${PERMISSIONS_PATH}/standing-orders/${encodeURIComponent(paymentId)}`;
/** The PSU's passkeys and authenticator app. */
export const FACTORS_PATH = '/permissions/factors';

/** The sign-in that identifies a user to a TPP, for one authorisation request. */
export const oauthSignInPath = (uid: string): string => `/oauth/sign-in/${encodeURIComponent(uid)}`;

/** Appends the parameters that are defined. */
export function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const parameters = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return parameters.length === 0 ? path : `${path}?${new URLSearchParams(parameters).toString()}`;
}

/** Returns the page that a path belongs to, including paths of forms: that of a link, or the permission overview. */
export function pageOfPath(path: string): string | undefined {
  const [, area, reference, uid] = path.split('/');
  if (area === 'oauth' && reference === 'sign-in' && isReference(uid)) return oauthSignInPath(uid);
  if (`/${area}` === PERMISSIONS_PATH) return PERMISSIONS_PATH;
  return area === 'sca' && isReference(reference) ? linkPath(reference) : undefined;
}
