import { NotGiven } from '../check.ts';
import { type Instance, openInstance } from '../open-instance.ts';
import type { TestContext } from '../test-context.ts';
import { AUTHENTICATION_RULES } from './authentication-rules.ts';
import { CHOICE_RULES } from './choice-rules.ts';
import { INTERFACE_RULES } from './interface-rules.ts';
import type { Obstacle } from './obstacle.ts';

const OBSTACLE_OUTCOMES = ['fulfilled', 'violated', 'choice', 'notGiven'] as const;
export type ObstacleOutcome = (typeof OBSTACLE_OUTCOMES)[number];

/** A rule on obstacles, and what a running instance does. */
export interface JudgedObstacle extends Pick<Obstacle, 'id' | 'rule' | 'source' | 'how'> {
  readonly result: ObstacleOutcome;
  /** Observation that violates the rule, choice of the bank, or missing fact. */
  readonly why?: string;
}

export interface ObstacleReport {
  readonly url: string;
  readonly profile: string;
  readonly bank: string;
  readonly results: readonly JudgedObstacle[];
}

export const OBSTACLE_RULES: readonly Obstacle[] = [...AUTHENTICATION_RULES, ...CHOICE_RULES, ...INTERFACE_RULES];

/** Walks the checklist of obstacles against a running instance. Throws {@link InstanceError}. */
export async function runObstacles(
  order: Instance,
  onResult: (result: JudgedObstacle) => void = () => undefined,
): Promise<ObstacleReport> {
  const { context } = await openInstance(order);
  const results: JudgedObstacle[] = [];
  for (const obstacle of OBSTACLE_RULES) {
    const { id, rule, source, how } = obstacle;
    const judged = { id, rule, source, how, ...(await judge(obstacle, context)) };
    results.push(judged);
    onResult(judged);
  }
  return { url: order.url, profile: order.profileName, bank: order.profile.aspspName, results };
}

async function judge(
  { choice, missing, run }: Obstacle,
  context: TestContext,
): Promise<Pick<JudgedObstacle, 'result' | 'why'>> {
  const chosen = choice?.(context);
  if (chosen !== undefined) return { result: 'choice', why: chosen };
  const untested = missing?.(context);
  if (untested !== undefined) {
    return { result: untested.result === 'notOffered' ? 'choice' : 'notGiven', why: untested.why };
  }
  try {
    await run?.(context);
    return { result: 'fulfilled' };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { result: error instanceof NotGiven ? 'notGiven' : 'violated', why };
  }
}
