import { knownAuthorisations } from '@xs2a/contracts';
import { type Bus, toRefusal } from '@xs2a/service-kit';
import type { Approvals } from './approvals.ts';

/**
 * The ids of the authorisations that the TPP of a resource gets. An authorisation whose start was cut off before sca knew of
 * it is left out, because reading it would fail; the repeated start creates it under the same id.
 */
export async function listAuthorisations(
  bus: Bus,
  authorisations: Approvals['authorisations'],
): Promise<{ authorisationIds: string[] }> {
  const authorisationIds = authorisations.map(({ id }) => id);
  // sca has reported the end of each of them, or they were stored with the resource.
  if (authorisations.every(({ outcome, linkKey }) => outcome !== undefined || linkKey !== undefined)) {
    return { authorisationIds };
  }
  try {
    return await bus.ask(knownAuthorisations, { authorisationIds });
  } catch (error) {
    if (toRefusal(error).refusal.status < 500) throw error;
    return { authorisationIds };
  }
}
