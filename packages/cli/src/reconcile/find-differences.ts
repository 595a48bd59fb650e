import type { Progress } from '../command/command.ts';
import { checkApprovals, checkAuthorisations } from './approvals.ts';
import { checkBaskets } from './baskets.ts';
import type { Check, Databases, Difference } from './difference.ts';
import { checkFeed, checkGrants } from './feed.ts';
import { checkLedger } from './ledger.ts';
import { checkOrders, checkSubmissions } from './payments-and-bank.ts';
import { checkHistories, checkNotifications, checkQueues } from './queues.ts';
import { checkStandingOrders } from './standing-orders.ts';

/** Milliseconds for which changes may still be in transit between services. */
const UNDER_WAY_MS = 15_000;

/** In the order in which repairs depend on each other: approvals first, then their consequences. */
const CHECKS: readonly Check[] = [
  checkAuthorisations,
  checkApprovals,
  checkBaskets,
  checkGrants,
  checkQueues,
  checkNotifications,
  checkHistories,
];
/** Checks against the database of the sandbox bank. Other banks have their own means. */
const BANK_CHECKS: readonly Check[] = [checkSubmissions, checkOrders, checkStandingOrders, checkLedger, checkFeed];

/** Finds all inconsistencies between the databases of the services. Reads only. */
export async function findDifferences(
  databases: Databases,
  options: { now: Date; withBank: boolean; underWayMs?: number; progress?: Progress },
): Promise<Difference[]> {
  const { now, withBank, underWayMs = UNDER_WAY_MS } = options;
  const checked = { databases, now, settledBefore: new Date(now.getTime() - underWayMs) };
  const found: Difference[] = [];
  const checks = [...CHECKS, ...(withBank ? BANK_CHECKS : [])];
  for (const [at, check] of checks.entries()) {
    options.progress?.(`check ${at + 1} of ${checks.length}, ${found.length} differences`);
    found.push(...(await check(checked)));
  }
  return found;
}
