import { knownAuthorisations } from '@xs2a/contracts';
import type { Bus } from './bus.ts';
import type { Approvals } from './signed.ts';
import { toRefusal } from './to-refusal.ts';

/**
 * The authorisations of a resource as its TPP is told them. One whose start was cut off before sca heard of it is left out:
 * it would answer nothing. The repeated start makes it, under the same id.
 */
export async function listedAuthorisations(
  bus: Bus,
  authorisations: Approvals['authorisations'],
): Promise<{ authorisationIds: string[] }> {
  const authorisationIds = authorisations.map(({ id }) => id);
  // Of those that ended sca has told.
  if (authorisations.every(({ outcome }) => outcome !== undefined)) return { authorisationIds };
  try {
    return await bus.ask(knownAuthorisations, { authorisationIds });
  } catch (error) {
    if (toRefusal(error).refusal.status < 500) throw error;
    return { authorisationIds };
  }
}
