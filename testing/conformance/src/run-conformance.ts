import { ACCOUNT_CHECKS } from './accounts/account-checks.ts';
import { SHOWN_VALUES } from './accounts/shown-values.ts';
import { type Check, GROUPS, type Group, NotGiven, type Result } from './check.ts';
import { aliasCheck, answerChecks } from './checks/answer-checks.ts';
import { APPROVAL_CHECKS } from './checks/approvals/approval-checks.ts';
import { endpointChecks } from './checks/endpoint-checks.ts';
import { headerChecks } from './checks/header-checks.ts';
import { linkChecks, NotedSteps } from './checks/links/link-checks.ts';
import { METHOD_CHECKS } from './checks/links/method-checks.ts';
import { SESSION_CHECKS } from './checks/links/session-checks.ts';
import { notificationChecks } from './checks/notification-checks.ts';
import { problemChecks } from './checks/problem-checks.ts';
import { refusalChecks } from './checks/refusal-checks.ts';
import { SeenStatuses } from './checks/state-checks.ts';
import { unknownIdChecks } from './checks/unknown-id-checks.ts';
import { type Covered, coverageOf } from './coverage.ts';
import { ReceiverFinder } from './find-receiver.ts';
import { OAUTH_CHECKS } from './oauth/oauth-checks.ts';
import { PRE_STEP_CHECKS } from './oauth/pre-step-checks.ts';
import { type Instance, openInstance } from './open-instance.ts';
import { PUBLISHED_CHECKS } from './published/published-checks.ts';
import { SANDBOX_CHECKS } from './sandbox/sandbox-checks.ts';
import { teachingChecks } from './teaching/teaching-checks.ts';
import type { TestContext } from './test-context.ts';
import { REPEATED_UPDATES } from './tolerance/repeated-updates.ts';
import { toleranceChecks } from './tolerance/tolerance-checks.ts';

export interface Order extends Instance {
  /** Groups of checks to run; all if omitted. Groups that check the results of earlier ones then lack those. */
  readonly groups?: readonly Group[] | undefined;
  /** Called with each result. */
  readonly onResult?: (result: Result) => void;
}

/** Results, and data for the pictures. */
export interface Report {
  readonly url: string;
  readonly profile: string;
  readonly bank: string;
  readonly startedAt: string;
  readonly seconds: number;
  readonly requests: number;
  readonly results: readonly Result[];
  /** Each row of the tables of the interface: whether it was reached, and why not. */
  readonly coverage: readonly Covered[];
  /** `machine.status`, for statuses that a TPP saw. */
  readonly statusesSeen: readonly string[];
}

/** Runs all checks in sequence. The last ones check what the earlier ones saw. Throws {@link InstanceError}. */
export async function runConformance(order: Order): Promise<Report> {
  const started = Date.now();
  const { box, form, context } = await openInstance(order);
  const noted = new NotedSteps(box);
  const statuses = new SeenStatuses();
  await using receiverFinder = new ReceiverFinder();
  const answers = answerChecks(box, form);
  const provoking = [
    ...endpointChecks(),
    ...refusalChecks(),
    ...problemChecks(),
    ...unknownIdChecks(),
    ...headerChecks(),
    ...toleranceChecks(),
    ...REPEATED_UPDATES,
    ...teachingChecks(),
    ...ACCOUNT_CHECKS,
    ...SHOWN_VALUES,
    ...statuses.checks(),
    ...notificationChecks(receiverFinder),
    ...APPROVAL_CHECKS,
    ...PUBLISHED_CHECKS,
    ...SANDBOX_CHECKS,
    ...OAUTH_CHECKS,
    ...PRE_STEP_CHECKS,
  ];
  const results: Result[] = [];
  for (const check of [
    ...provoking,
    ...METHOD_CHECKS,
    ...SESSION_CHECKS,
    ...linkChecks(noted),
    ...answers,
    aliasCheck(box),
  ]) {
    if (order.groups?.includes(check.group) === false) continue;
    const result = await resultOf(check, context);
    results.push(result);
    order.onResult?.(result);
  }
  return {
    url: order.url,
    profile: order.profileName,
    bank: order.profile.aspspName,
    startedAt: new Date(started).toISOString(),
    seconds: (Date.now() - started) / 1_000,
    requests: box.seen.length,
    results: results.toSorted((one, other) => GROUPS.indexOf(one.group) - GROUPS.indexOf(other.group)),
    coverage: coverageOf(results, statuses.seen),
    statusesSeen: [...statuses.seen],
  };
}

async function resultOf({ run, missing, ...row }: Check, context: TestContext): Promise<Result> {
  const untested = missing?.(context);
  if (untested !== undefined) return { ...row, ...untested, ms: 0 };
  const begun = performance.now();
  const ms = (): number => Math.round(performance.now() - begun);
  try {
    await run(context);
    return { ...row, result: 'passed', ms: ms() };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ...row, result: error instanceof NotGiven ? 'notGiven' : 'failed', why, ms: ms() };
  }
}
