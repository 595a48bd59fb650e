import { GROUPS, type Group, type Result } from '../check.ts';

export type Count = Readonly<Record<Result['result'], number>>;

export function count(results: readonly Result[]): Count {
  const of = (wanted: Result['result']): number => results.filter(({ result }) => result === wanted).length;
  return { passed: of('passed'), failed: of('failed'), notApplicable: of('notApplicable') };
}

export function countByGroup(results: readonly Result[]): readonly (readonly [Group, Count])[] {
  return GROUPS.map((group) => [group, count(results.filter((result) => result.group === group))] as const);
}

/** Of several results for one thing, the one that counts. */
export function worst(results: readonly Result[]): Result['result'] | undefined {
  const order = ['failed', 'passed', 'notApplicable'] as const;
  return order.find((wanted) => results.some(({ result }) => result === wanted));
}
