/** The unguessable part of an `scaRedirect` link, as a path segment may hold it. */
const REFERENCE = /^[A-Za-z0-9._~-]{1,200}$/;

export function isReference(reference: unknown): reference is string {
  return typeof reference === 'string' && REFERENCE.test(reference);
}

/** The page of a link: every step is shown there, so that going back and reloading find the step that is due. */
export function linkPath(reference: string): string {
  return `/sca/${reference}`;
}

/** The permission overview of a PSU who signs in at the bank. */
export const PERMISSIONS_PATH = '/permissions';
/** Its passkeys and authenticator app. */
export const FACTORS_PATH = '/permissions/factors';

/** What a sandbox shows of a PSU's telephone: its messages, and what its banking app asks. */
export const inboxPath = (psuId: string): string => `/sandbox/inbox/${encodeURIComponent(psuId)}`;
export const devicePath = (psuId: string): string => `/sandbox/device/${encodeURIComponent(psuId)}`;

/** A path with the parameters that there are. */
export function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const parameters = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return parameters.length === 0 ? path : `${path}?${new URLSearchParams(parameters).toString()}`;
}

/** The page to which a path belongs, a form's target included: of a link, or the permission overview. */
export function pageOfPath(path: string): string | undefined {
  const [, room, reference] = path.split('/');
  if (`/${room ?? ''}` === PERMISSIONS_PATH) return PERMISSIONS_PATH;
  return room === 'sca' && isReference(reference) ? linkPath(reference) : undefined;
}
