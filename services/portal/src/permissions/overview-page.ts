import type { Permission, Shown } from '../rendering/pages.ts';
import { PERMISSIONS_PATH, withQuery } from '../visits/paths.ts';

/** Permissions on one page of a list: the pages stay short however much was ever permitted. */
export const SHOWN_AT_ONCE = 10;
const QUERY_CHARACTERS_MAX = 70;

/** What the PSU looks at: the words it searches for, and the pages of both lists. */
export interface Position {
  readonly search: string;
  readonly valid: number;
  readonly ended: number;
}

export function readPosition(query: Readonly<Record<string, unknown>>): Position {
  const { q, valid, ended } = query;
  return {
    search: typeof q === 'string' ? q.trim().slice(0, QUERY_CHARACTERS_MAX) : '',
    valid: pageNumber(valid),
    ended: pageNumber(ended),
  };
}

function pageNumber(given: unknown): number {
  return typeof given === 'string' && /^[1-9]\d{0,3}$/.test(given) ? Number(given) : 1;
}

/** One page of the permissions of a list that have all words of the search. */
export function pageOf(all: readonly Permission[], position: Position, list: 'valid' | 'ended'): Shown {
  const found = all.filter((permission) => matches(permission, position.search));
  const last = Math.max(1, Math.ceil(found.length / SHOWN_AT_ONCE));
  const current = Math.min(position[list], last);
  const hrefOf = (number: number): string => {
    const at = { ...position, [list]: number };
    const rest = { valid: at.valid > 1 ? `${at.valid}` : undefined, ended: at.ended > 1 ? `${at.ended}` : undefined };
    return `${withQuery(PERMISSIONS_PATH, { q: at.search || undefined, ...rest })}#${list}-title`;
  };
  return {
    count: found.length,
    permissions: found.slice((current - 1) * SHOWN_AT_ONCE, current * SHOWN_AT_ONCE),
    pages: Array.from({ length: last > 1 ? last : 0 }, (_, index) => index + 1).map((number) => ({
      number,
      href: hrefOf(number),
      isCurrent: number === current,
    })),
  };
}

/** In the name of the provider, the status, and names and numbers of accounts; numbers however they are grouped. */
function matches({ tppName, status, accounts }: Permission, search: string): boolean {
  const text = [tppName, status, ...accounts.flatMap(({ id, name = '' }) => [id, id.replaceAll(/\s/g, ''), name])]
    .join(' ')
    .toLocaleLowerCase();
  return search
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
