import type { Evidence } from './evidence.ts';

/** A guarantee that was violated. */
export interface Violation {
  /** Kind of violation, as counted in the summary. */
  readonly kind: 'lost' | 'double' | 'stuck' | 'wrongly rejected' | 'other';
  readonly what: string;
}

/** One point of the oracle. */
export type Point = (evidence: Evidence) => Violation[];

export const lost = (what: string): Violation => ({ kind: 'lost', what });
export const double = (what: string): Violation => ({ kind: 'double', what });
export const stuck = (what: string): Violation => ({ kind: 'stuck', what });
export const other = (what: string): Violation => ({ kind: 'other', what });
