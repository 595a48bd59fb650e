import type { Situation } from '@xs2a/contracts';
import type { Sent, World } from '../world.ts';
import type { Missing } from './what-is-offered.ts';

/** One way into a situation in which the house says no. */
export interface Refused {
  readonly situation: Situation;
  readonly ask: string;
  readonly sent?: (world: World) => Sent | Promise<Sent>;
  /** The element that the answer must name. */
  readonly path?: string;
  readonly missing?: Missing;
  /** What must have happened before. */
  readonly first?: (world: World) => Promise<void>;
}

export const refused = (situation: Situation, ask: string, more: Omit<Refused, 'situation' | 'ask'> = {}): Refused => ({
  situation,
  ask,
  ...more,
});
