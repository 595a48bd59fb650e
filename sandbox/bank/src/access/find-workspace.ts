import { workspaceOfPsu, Xs2aError } from '@xs2a/contracts';
import { toServiceTime } from '@xs2a/service-kit';
import type { BankContext } from '../context.ts';
import type { StoredWorkspace } from '../model/workspace.ts';
import { hashWorkspaceKey } from './workspace-key.ts';

type AccessContext = Pick<BankContext, 'workspaces' | 'now' | 'clocks'>;

/** Days after which an unused workspace is deleted. */
export const IDLE_DAYS_MAX = 30;
const DAY_MS = 86_400_000;
/** A use is recorded at most once an hour. */
const NOTED_MS = 3_600_000;

/** Finds the workspace of a key. From then on its clock applies, except to the time since its last use. */
export async function findWorkspace({ workspaces, now, clocks }: AccessContext, key: string): Promise<StoredWorkspace> {
  const found = await workspaces.findOne({ keyHash: hashWorkspaceKey(key) });
  if (found === null) throw new Xs2aError('resourceUnknown', { text: 'this key opens no sandbox' });
  const at = toServiceTime(now());
  await clocks.follow(found._id);
  if (at.getTime() - found.usedAt.getTime() > NOTED_MS) {
    await workspaces.updateOne({ _id: found._id }, { $max: { usedAt: at } });
  }
  return found;
}

export function endsOn({ usedAt }: Pick<StoredWorkspace, 'usedAt'>): Date {
  return new Date(usedAt.getTime() + IDLE_DAYS_MAX * DAY_MS);
}

/** Whether the messages and the device of a PSU may be shown: those of a workspace only with its key. */
export async function mayOpenPhone(
  { workspaces }: Pick<BankContext, 'workspaces'>,
  psuId: string,
  key: string | undefined,
): Promise<boolean> {
  const workspace = workspaceOfPsu(psuId);
  if (workspace === undefined) return true;
  if (key === undefined) return false;
  return (await workspaces.countDocuments({ _id: workspace, keyHash: hashWorkspaceKey(key) }, { limit: 1 })) > 0;
}

/** Whether a device shows and answers nothing, because a developer simulates that. */
export async function isDeviceSilent({ workspaces }: Pick<BankContext, 'workspaces'>, psuId: string): Promise<boolean> {
  const workspace = workspaceOfPsu(psuId);
  if (workspace === undefined) return false;
  return (await workspaces.countDocuments({ _id: workspace, device: 'silent' }, { limit: 1 })) > 0;
}

/** Whether the payments of a PSU wait until a developer pushes their status. */
export async function arePaymentsHeld(
  { workspaces }: Pick<BankContext, 'workspaces'>,
  psuId: string,
): Promise<boolean> {
  const workspace = workspaceOfPsu(psuId);
  if (workspace === undefined) return false;
  return (await workspaces.countDocuments({ _id: workspace, payments: 'held' }, { limit: 1 })) > 0;
}
