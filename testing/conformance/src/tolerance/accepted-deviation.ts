import type { Check } from '../check.ts';
import type { Missing } from '../checks/offered-features.ts';
import type { TestContext } from '../test-context.ts';

/** Deviation of other makers' clients that the service accepts. */
export interface AcceptedDeviation extends Pick<Check, 'rule' | 'how' | 'endpoint'> {
  readonly name: string;
  readonly missing?: Missing;
  readonly run: (context: TestContext) => Promise<void>;
}
