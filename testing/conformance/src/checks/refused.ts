import type { Situation } from '@xs2a/contracts';
import type { Sent, TestContext } from '../test-context.ts';
import type { Missing } from './what-is-offered.ts';

/** One way into an error case. */
export interface Refused {
  readonly situation: Situation;
  readonly ask: string;
  readonly sent?: (context: TestContext) => Sent | Promise<Sent>;
  /** The element that the answer must name. */
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
