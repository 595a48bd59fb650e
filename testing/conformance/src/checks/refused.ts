import type { Situation } from '@xs2a/contracts';
import type { Sent, TestContext } from '../test-context.ts';
import type { Missing } from './offered-features.ts';

/** One cause of an error case. */
export interface Refused {
  readonly situation: Situation;
  readonly ask: string;
  readonly sent?: (context: TestContext) => Sent | Promise<Sent>;
  /** Path of the element in the answer. */
  readonly path?: string;
  readonly missing?: Missing;
  /** Preparation. */
  readonly first?: (context: TestContext) => Promise<void>;
}

export const refused = (situation: Situation, ask: string, more: Omit<Refused, 'situation' | 'ask'> = {}): Refused => ({
  situation,
  ask,
  ...more,
});
