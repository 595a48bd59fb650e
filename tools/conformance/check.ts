import type { EndpointKey, Situation } from '@xs2a/contracts';
import type { World } from './world.ts';

export const GROUPS = ['endpoints', 'answers', 'refusals', 'headers', 'states', 'links'] as const;
export type Group = (typeof GROUPS)[number];

/** One rule of the standard and how it is looked at from outside. */
export interface Check {
  /** Unique; what it covers is in it: `refusals.statusInvalid`, `states.payment.executed`. */
  readonly id: string;
  readonly group: Group;
  /** What holds, in the words of the standard, with its section. */
  readonly rule: string;
  /** What is done to see it. */
  readonly how: string;
  readonly endpoint?: EndpointKey;
  readonly situation?: Situation;
  /** Why it cannot be looked at here: the profile does not offer it, or the facts do not name what it takes. */
  readonly missing?: ((world: World) => string | undefined) | undefined;
  /** Throws a {@link Mismatch} where the rule does not hold. */
  readonly run: (world: World) => Promise<void>;
}

export interface Result {
  readonly id: string;
  readonly group: Group;
  readonly rule: string;
  readonly how: string;
  readonly endpoint?: EndpointKey;
  readonly situation?: Situation;
  readonly result: 'passed' | 'failed' | 'notApplicable';
  /** Why it failed or is not applicable. */
  readonly why?: string;
  readonly ms: number;
}

/** What was seen is not what should have been. */
export class Mismatch extends Error {
  override readonly name = 'Mismatch';
}

export function expectSame(what: string, found: unknown, expected: unknown): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  if (one !== other) throw new Mismatch(`${what} is ${one ?? 'missing'}, expected ${other ?? 'nothing'}`);
}
