import type { Missing } from '../checks/offered-features.ts';
import type { TestContext } from '../test-context.ts';

/** A rule on obstacles to TPPs, and its test from outside. */
export interface Obstacle {
  readonly id: string;
  readonly rule: string;
  /** Public sources. Articles of the PSR are those of the compromise text ST 8221/26 (April 2026). */
  readonly source: string;
  /** Steps of the test. */
  readonly how: string;
  /** Choice or duty of the bank that no request can judge. */
  readonly choice?: (context: TestContext) => string | undefined;
  /** Reason why it cannot be tested here. */
  readonly missing?: Missing;
  /** Throws a {@link Mismatch} if the rule is violated. Absent where only the bank can tell. */
  readonly run?: (context: TestContext) => Promise<void>;
}
