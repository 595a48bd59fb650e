import type { TlsIdentity } from '@xs2a/client';
import type { AspspProfile } from '@xs2a/contracts';
import { BlackBox } from './black-box.ts';
import { type Check, GROUPS, type Result } from './check.ts';
import { answerChecks } from './checks/answer-checks.ts';
import { endpointChecks } from './checks/endpoint-checks.ts';
import { headerChecks } from './checks/header-checks.ts';
import { linkChecks, NotedSteps } from './checks/link-checks.ts';
import { refusalChecks } from './checks/refusal-checks.ts';
import { SeenStatuses } from './checks/state-checks.ts';
import { unknownIdChecks } from './checks/unknown-id-checks.ts';
import type { Facts } from './facts.ts';
import { PublishedForm } from './published-form.ts';
import { type Doors, World } from './world.ts';

export interface Order {
  readonly url: string;
  readonly tls?: TlsIdentity | undefined;
  readonly profile: AspspProfile;
  readonly profileName: string;
  readonly facts: Facts;
  readonly doors: Doors;
  /** Told of each result as it comes. */
  readonly onResult?: (result: Result) => void;
}

/** What was found, and what the pictures are drawn from. */
export interface Report {
  readonly url: string;
  readonly profile: string;
  readonly bank: string;
  readonly startedAt: string;
  readonly seconds: number;
  readonly requests: number;
  readonly results: readonly Result[];
  /** `machine.status`, of those that a TPP was shown. */
  readonly statusesSeen: readonly string[];
}

/** Walks everything, one check after the other: what some see, others judge in the end. */
export async function runConformance(order: Order): Promise<Report> {
  const started = Date.now();
  const box = new BlackBox(order.url, order.tls);
  const published = await box.fetch(new URL('/openapi.json', order.url).href, {});
  if (!published.ok) throw new Error(`${order.url}/openapi.json is answered ${published.status}`);
  const form = new PublishedForm(await published.json());
  const world = new World(box, order.profile, order.facts, order.doors);
  const noted = new NotedSteps(box);
  const statuses = new SeenStatuses();
  const answers = answerChecks(box, form);
  const walked = [
    ...endpointChecks(),
    ...refusalChecks(),
    ...unknownIdChecks(),
    ...headerChecks(),
    ...statuses.checks(),
  ];
  const results: Result[] = [];
  for (const check of [...walked, ...linkChecks(noted), ...answers]) {
    const result = await resultOf(check, world);
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
    statusesSeen: [...statuses.seen],
  };
}

async function resultOf({ run, missing, ...row }: Check, world: World): Promise<Result> {
  const why = missing?.(world);
  if (why !== undefined) return { ...row, result: 'notApplicable', why, ms: 0 };
  const begun = performance.now();
  const ms = (): number => Math.round(performance.now() - begun);
  try {
    await run(world);
    return { ...row, result: 'passed', ms: ms() };
  } catch (error) {
    return { ...row, result: 'failed', why: error instanceof Error ? error.message : String(error), ms: ms() };
  }
}
