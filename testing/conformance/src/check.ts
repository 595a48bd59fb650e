import type { EndpointKey, Situation } from '@xs2a/contracts';
import type { TestContext } from './test-context.ts';

export const GROUPS = [
  'endpoints',
  'answers',
  'refusals',
  'headers',
  'states',
  'links',
  'notifications',
  'oauth',
] as const;
export type Group = (typeof GROUPS)[number];

export const OUTCOMES = ['passed', 'failed', 'notOffered', 'notGiven'] as const;
export type Outcome = (typeof OUTCOMES)[number];
/** Text shown to people. */
export const WORDS: Readonly<Record<Outcome, string>> = {
  passed: 'passed',
  failed: 'failed',
  notOffered: 'not offered',
  notGiven: 'not looked at',
};

/** Reason why a rule was not tested: the profile lacks the feature, or the suite lacks a fact. */
export interface Untested {
  readonly result: 'notOffered' | 'notGiven';
  readonly why: string;
}

/** One rule of the standard, and its test from outside. */
export interface Check {
  /** Unique id that contains what the check covers: `refusals.statusInvalid`, `states.payment.executed`. */
  readonly id: string;
  readonly group: Group;
  /** Rule in the words of the standard, with its section. */
  readonly rule: string;
  /** Steps of the test. */
  readonly how: string;
  readonly endpoint?: EndpointKey;
  readonly situation?: Situation;
  /** Row of HEADER_RULES that the check covers. */
  readonly header?: string;
  /** Reason why it cannot be tested here. */
  readonly missing?: ((context: TestContext) => Untested | undefined) | undefined;
  /** Throws a {@link Mismatch} if the rule is violated, {@link NotGiven} if the test turns out to need another fact. */
  readonly run: (context: TestContext) => Promise<void>;
}

export interface Result {
  readonly id: string;
  readonly group: Group;
  readonly rule: string;
  readonly how: string;
  readonly endpoint?: EndpointKey;
  readonly situation?: Situation;
  readonly header?: string;
  readonly result: Outcome;
  /** Reason of a failure, or of not being tested. */
  readonly why?: string;
  readonly ms: number;
}

/** Thrown when an observation differs from the expectation. */
export class Mismatch extends Error {
  override readonly name = 'Mismatch';
}

/** Thrown when a test finds that a fact is missing. */
export class NotGiven extends Error {
  override readonly name = 'NotGiven';
}

export function expectSame(what: string, found: unknown, expected: unknown): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  if (one !== other) throw new Mismatch(`${what} is ${one ?? 'missing'}, expected ${other ?? 'nothing'}`);
}
