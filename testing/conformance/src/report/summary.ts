import { GROUPS, type Group, OUTCOMES, type Outcome, type Result } from '../check.ts';

export type Count = Readonly<Record<Outcome, number>>;

export function count(results: readonly Result[]): Count {
  const counted = OUTCOMES.map((wanted) => [wanted, results.filter(({ result }) => result === wanted).length]);
  return Object.fromEntries(counted) as Count;
}

export function countByGroup(results: readonly Result[]): readonly (readonly [Group, Count])[] {
  return GROUPS.map((group) => [group, count(results.filter((result) => result.group === group))] as const);
}

/** Returns the worst of several results for one subject. */
export function worst(results: readonly Result[]): Outcome | undefined {
  const order = ['failed', 'passed', 'notGiven', 'notOffered'] as const;
  return order.find((wanted) => results.some(({ result }) => result === wanted));
}
