import { isStopping } from '@xs2a/service-kit';
import { IDLE_DAYS_MAX } from '../access/find-workspace.ts';
import type { BankContext } from '../context.ts';
import { removeWorkspace } from './change-workspace.ts';

const DAY_MS = 86_400_000;

/** Deletes workspaces that were not used for a long time. */
export async function deleteIdleWorkspaces(context: BankContext): Promise<void> {
  const before = new Date(context.now().getTime() - IDLE_DAYS_MAX * DAY_MS);
  for (const workspace of await context.workspaces.find({ usedAt: { $lt: before } }).toArray()) {
    if (isStopping()) break;
    try {
      await removeWorkspace(context, workspace);
    } catch (error) {
      context.log.warn(
        { err: error, event: 'idleWorkspace' },
        'a workspace could not be deleted, the next run tries again',
      );
    }
  }
}
