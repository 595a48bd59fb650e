import { LINKS, type OperationId } from './generated/operations.ts';

/** An answer or an error with links. */
export interface Linked {
  readonly operation: OperationId;
  readonly body: unknown;
}

interface Target {
  readonly operation: OperationId;
  readonly href: string;
}

/** Returns the links of an answer or error by name, in order. */
export function linksOf({
  body,
}: Pick<Linked, 'body'>): Readonly<Record<string, { readonly href: string } | undefined>> {
  const links = (body as { _links?: Record<string, { href: string }> } | undefined)?._links;
  return links ?? {};
}

/** Returns address and operation of a link. The error for a missing link lists the existing ones. */
export function targetOf(linked: Linked, name: string): Target {
  const links = linksOf(linked);
  const href = links[name]?.href;
  if (href === undefined) {
    throw new Error(`${linked.operation} has no link ${name} among ${Object.keys(links).join(', ') || 'none'}`);
  }
  const targets: Readonly<Record<string, OperationId>> = LINKS[linked.operation];
  const operation = Object.hasOwn(targets, name) ? targets[name] : undefined;
  if (operation === undefined) throw new Error(`${name} is not a link for the TPP: open ${href} in the PSU's browser`);
  return { operation, href };
}
