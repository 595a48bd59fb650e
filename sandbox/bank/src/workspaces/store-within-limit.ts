import { Xs2aError } from '@xs2a/contracts';
import { isDuplicateKey } from '@xs2a/service-kit';
import type { BankContext } from '../context.ts';
import type { StoredWorkspace } from '../model/workspace.ts';

/** Retry time: it is not known when a developer's sandbox is deleted. */
const HOUR_SECONDS = 3_600;

/**
 * Stores a workspace at a free place, so that parallel registrations cannot exceed the limit: a unique index lets one of them
 * have each place. A registration that loses a place tries the next one.
 */
export async function storeWithinLimit(
  { workspaces, workspacesMax }: Pick<BankContext, 'workspaces' | 'workspacesMax'>,
  workspace: StoredWorkspace,
): Promise<void> {
  for (;;) {
    const held = await workspaces.find({}, { projection: { place: 1 } }).toArray();
    const taken = new Set(held.map(({ place }) => place));
    const withoutPlace = held.filter(({ place }) => place === undefined).length;
    const places = Array.from({ length: Math.max(0, workspacesMax - withoutPlace) }, (_, index) => index);
    const place = held.length < workspacesMax ? places.find((one) => !taken.has(one)) : undefined;
    if (place === undefined) {
      throw new Xs2aError('rateExceeded', {
        text: 'this sandbox has as many developers as it takes; a place is free again when one of them leaves',
        retryAfterSeconds: HOUR_SECONDS,
      });
    }
    try {
      await workspaces.insertOne({ ...workspace, place });
      return;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }
}
