import type { SearchWord } from '@xs2a/contracts';
import type { ListName, Permission, Shown } from '../rendering/permission.ts';
import { PERMISSIONS_PATH, withQuery } from '../visits/paths.ts';

/** Permissions on one page of a list, so that pages stay short for any number of permissions. */
export const SHOWN_AT_ONCE = 10;
const QUERY_CHARACTERS_MAX = 70;
/** Linked pages on each side of the present one. */
const NEIGHBOURS = 2;

/** The PSU's search words, and the page of each list. */
export interface Position {
  readonly search: string;
  readonly pages: Readonly<Record<ListName, number>>;
}

export function readPosition(query: Readonly<Record<string, unknown>>): Position {
  const { q, valid, ended, orders, ordersEnded } = query;
  return {
    search:
      typeof q === 'string'
        ? q
            .replaceAll(/\p{Cc}/gu, ' ')
            .trim()
            .slice(0, QUERY_CHARACTERS_MAX)
        : '',
    pages: {
      valid: pageNumber(valid),
      ended: pageNumber(ended),
      orders: pageNumber(orders),
      ordersEnded: pageNumber(ordersEnded),
    },
  };
}

function pageNumber(given: unknown): number {
  return typeof given === 'string' && /^[1-9]\d{0,3}$/.test(given) ? Number(given) : 1;
}

/** Returns the words of a search, each with the accounts whose names contain it: only the sign-in has the names. */
export function searchWords(search: string, accountNames: Readonly<Record<string, string>>): SearchWord[] {
  return search
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((text) => ({
      text,
      accounts: Object.entries(accountNames)
        .filter(([, name]) => name.toLocaleLowerCase().includes(text.toLocaleLowerCase()))
        .map(([account]) => account),
    }));
}

/** Reads one page of a list, or the last one if there are fewer pages. */
export async function readPage<T>(
  wanted: number,
  read: (page: number) => Promise<{ count: number; found: readonly T[] }>,
): Promise<{ count: number; found: readonly T[]; page: number }> {
  const answer = await read(wanted);
  const last = lastPage(answer.count);
  return wanted <= last ? { ...answer, page: wanted } : { ...(await read(last)), page: last };
}

function lastPage(count: number): number {
  return Math.max(1, Math.ceil(count / SHOWN_AT_ONCE));
}

/** Returns a page of a list with the links to the others. */
export function shownPage(
  id: ListName,
  { count, permissions, page }: { count: number; permissions: readonly Permission[]; page: number },
  position: Position,
): Shown {
  const last = lastPage(count);
  const numbers = Array.from({ length: last > 1 ? last : 0 }, (_, index) => index + 1);
  return {
    id,
    count,
    permissions,
    isUnfolded: position.search !== '' || page > 1,
    pages: numbers
      .filter((number) => number === 1 || number === last || Math.abs(number - page) <= NEIGHBOURS)
      .map((number) => ({ number, href: hrefOf(id, number, position), isCurrent: number === page })),
  };
}

function hrefOf(id: ListName, number: number, { search, pages }: Position): string {
  const others = Object.entries({ ...pages, [id]: number }).map(([list, page]) => [
    list,
    page > 1 ? `${page}` : undefined,
  ]);
  return `${withQuery(PERMISSIONS_PATH, { q: search || undefined, ...Object.fromEntries(others) })}#${id}-title`;
}
