import { knownAuthorisations } from '@xs2a/contracts';
import { type Bus, toRefusal } from '@xs2a/service-kit';
import type { Approvals } from './approvals.ts';

/**
 * Returns the authorisation ids for the TPP of a resource. Omits an authorisation whose start was interrupted before sca received
 * it, because reading it would fail; the repeated start creates it with the same id.
 */
export async function listAuthorisations(
  bus: Bus,
  authorisations: Approvals['authorisations'],
): Promise<{ authorisationIds: string[] }> {
  const authorisationIds = authorisations.map(({ id }) => id);
  // For each of them, sca has reported the end, or it was stored with the resource.
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
