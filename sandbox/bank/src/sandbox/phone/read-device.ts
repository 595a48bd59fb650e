import type { readDevice as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { isDeviceSilent, mayOpenPhone } from '../../access/find-workspace.ts';
import type { BankContext } from '../../context.ts';

const PROMPTS_MAX = 50;

/** Returns the prompts that wait on a PSU's device, newest first. */
export async function readDevice(
  { devicePrompts, workspaces, now }: Pick<BankContext, 'devicePrompts' | 'workspaces' | 'now'>,
  { psuId, workspaceKey }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  if (!(await mayOpenPhone({ workspaces }, psuId, workspaceKey))) return { prompts: [] };
  if (await isDeviceSilent({ workspaces }, psuId)) return { prompts: [] };
  const waiting = await devicePrompts
    .find({ psuId, status: 'waiting', expiresAt: { $gt: now() } })
    .sort({ at: -1, _id: 1 })
    .limit(PROMPTS_MAX)
    .toArray();
  const prompts = waiting.map(({ authorisationId, at, text, offeredAccounts }) => ({
    authorisationId,
    at: at.toISOString(),
    text,
    ...(offeredAccounts && { offeredAccounts }),
  }));
  return { prompts };
}
