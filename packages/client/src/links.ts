import { LINKS, type OperationId } from './generated/operations.ts';

/** An answer or a refusal, as far as its links go. */
export interface Linked {
  readonly operation: OperationId;
  readonly body: unknown;
}

interface Target {
  readonly operation: OperationId;
  readonly href: string;
}

/** The links of an answer or a refusal by name, in the order in which they came. */
export function linksOf({
  body,
}: Pick<Linked, 'body'>): Readonly<Record<string, { readonly href: string } | undefined>> {
  const links = (body as { _links?: Record<string, { href: string }> } | undefined)?._links;
  return links ?? {};
}

/** Where a link leads, and which operation that is; a missing link is an error that lists those that are there. */
export function targetOf(linked: Linked, name: string): Target {
  const links = linksOf(linked);
  const href = links[name]?.href;
  if (href === undefined) {
    throw new Error(`${linked.operation} has no link ${name} among ${Object.keys(links).join(', ') || 'none'}`);
  }
  const targets: Readonly<Record<string, OperationId>> = LINKS[linked.operation];
  const operation = Object.hasOwn(targets, name) ? targets[name] : undefined;
  if (operation === undefined) throw new Error(`${name} is not for the TPP to follow: open ${href}`);
  return { operation, href };
}
