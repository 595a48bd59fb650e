/** The unguessable part of an `scaRedirect` link, as a path segment may hold it. */
const REFERENCE = /^[A-Za-z0-9._~-]{1,200}$/;

export function isReference(reference: unknown): reference is string {
  return typeof reference === 'string' && REFERENCE.test(reference);
}

/** The page of a link: every step is shown there, so that going back and reloading find the step that is due. */
export function linkPath(reference: string): string {
  return `/sca/${reference}`;
}

/** The page of the link to which a path belongs, a form's target included. */
export function pathOfLink(path: string): string | undefined {
  const [, room, reference] = path.split('/');
  return room === 'sca' && isReference(reference) ? linkPath(reference) : undefined;
}
