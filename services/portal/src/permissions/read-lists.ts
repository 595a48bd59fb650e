import { findPsuConsents, findPsuStandingOrders, Xs2aError } from '@xs2a/contracts';
import type { SignedInPsu } from '../login/read-login.ts';
import type { ListName, Permission, Shown } from '../rendering/permission.ts';
import type { Visit } from '../visits/open-visit.ts';
import { describePermission } from './describe-permission.ts';
import { describeStandingOrder } from './describe-standing-order.ts';
import { type Position, readPage, SHOWN_AT_ONCE, searchWords, shownPage } from './overview-page.ts';

/** Maximum number of permissions of each list in a file: like a page, a file is bounded. */
const FILE_PERMISSIONS_MAX = 500;
const READ_AT_ONCE = 100;

type Search = ReturnType<typeof searchWords>;

/** Reads a page of each list of permissions. */
export async function readPermissionLists(
  visit: Visit,
  signedIn: SignedInPsu,
  position: Position,
): Promise<{ valid: Shown; ended: Shown }> {
  const [valid, ended] = await Promise.all([
    readListPage(visit, signedIn, 'valid', position),
    readListPage(visit, signedIn, 'ended', position),
  ]);
  return { valid, ended };
}

/** Reads the lists of standing orders. Permissions are shown even if payments is unavailable, or of the previous version. */
export async function readStandingOrderLists(
  visit: Visit,
  signedIn: SignedInPsu,
  position: Position,
): Promise<{ orders?: { active: Shown; ended: Shown }; ordersUnavailable?: true }> {
  if (!offersStandingOrders(visit)) return {};
  try {
    const [active, ended] = await Promise.all([
      readListPage(visit, signedIn, 'orders', position),
      readListPage(visit, signedIn, 'ordersEnded', position),
    ]);
    return { orders: { active, ended } };
  } catch (error) {
    if (!(error instanceof Xs2aError)) throw error;
    return { ordersUnavailable: true };
  }
}

/** Reads all permissions for a file, those in effect first. */
export async function readAllPermissions(
  visit: Visit,
  signedIn: SignedInPsu,
): Promise<{ permissions: Permission[]; orders: Permission[]; hasMore: boolean }> {
  const [valid, ended] = [await readToEnd(visit, signedIn, 'valid'), await readToEnd(visit, signedIn, 'ended')];
  const orders = offersStandingOrders(visit)
    ? [await readToEnd(visit, signedIn, 'orders'), await readToEnd(visit, signedIn, 'ordersEnded')]
    : [];
  return {
    permissions: [...valid.found, ...ended.found],
    orders: orders.flatMap(({ found }) => found),
    hasMore: [valid, ended, ...orders].some(({ hasMore }) => hasMore),
  };
}

/** Reads page by page: no message has all of them. */
async function readToEnd(
  visit: Visit,
  signedIn: SignedInPsu,
  list: ListName,
): Promise<{ found: Permission[]; hasMore: boolean }> {
  const all: Permission[] = [];
  for (let page = 1; ; page++) {
    const { count, found } = await readList(visit, signedIn, list, { page, size: READ_AT_ONCE, search: [] });
    all.push(...found);
    if (page * READ_AT_ONCE >= count) return { found: all, hasMore: false };
    if (all.length >= FILE_PERMISSIONS_MAX) return { found: all, hasMore: true };
  }
}

async function readListPage(visit: Visit, signedIn: SignedInPsu, list: ListName, position: Position): Promise<Shown> {
  const search = searchWords(position.search, signedIn.accountNames);
  const { count, found, page } = await readPage(position.pages[list], (wanted) =>
    readList(visit, signedIn, list, { page: wanted, size: SHOWN_AT_ONCE, search }),
  );
  return shownPage(list, { count, permissions: found, page }, position);
}

async function readList(
  { context, visitor }: Visit,
  { psu, accountNames }: SignedInPsu,
  list: ListName,
  page: { page: number; size: number; search: Search },
): Promise<{ count: number; found: Permission[] }> {
  const { psuId, corporateId } = psu;
  const ended = list === 'ended' || list === 'ordersEnded';
  const request = { psuId, ...(corporateId !== undefined && { corporateId }), ended, ...page };
  const reader = { language: visitor.language, timeZone: context.profile.timeZone, accountNames };
  if (list === 'valid' || list === 'ended') {
    const { count, consents } = await context.bus.ask(findPsuConsents, request);
    return { count, found: consents.map((consent) => describePermission(consent, reader)) };
  }
  const { count, standingOrders } = await context.bus.ask(findPsuStandingOrders, request);
  return { count, found: standingOrders.map((order) => describeStandingOrder(order, reader)) };
}

function offersStandingOrders({ context }: Visit): boolean {
  return (context.profile.products['periodic-payments'] ?? []).length > 0;
}
