import {
  type answerDevice as operation,
  type ReplyOf,
  type RequestOf,
  reportChallenge,
  Xs2aError,
} from '@xs2a/contracts';
import { advance, outboxEntry } from '@xs2a/service-kit';
import { isDeviceSilent, mayOpenPhone } from '../../access/find-workspace.ts';
import type { BankContext } from '../../context.ts';
import { DEVICE_PROMPTS } from '../../model/device-prompt.ts';

/**
 * Answers a prompt, once and in time. One write stores the answer with the message to sca. The message is delivered before the
 * PSU gets the reply, so that the waiting page then shows the result. If delivery fails, the outbox repeats it.
 */
export async function answerDevice(
  { devicePrompts, workspaces, outbox, now }: Pick<BankContext, 'devicePrompts' | 'workspaces' | 'outbox' | 'now'>,
  { psuId, authorisationId, approve, account, workspaceKey }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  if (!(await mayOpenPhone({ workspaces }, psuId, workspaceKey))) return { answered: false };
  if (await isDeviceSilent({ workspaces }, psuId)) return { answered: false };
  const at = now();
  const prompt = await devicePrompts.findOne({ psuId, authorisationId, status: 'waiting' });
  if (prompt === null) return { answered: false };
  const { _id: challengeId, contentHash, offeredAccounts } = prompt;
  if (approve && offeredAccounts !== undefined && !offeredAccounts.some(({ key }) => key === account))
    throw new Xs2aError('fieldInvalid', { path: 'account', text: 'must be the key of one of offeredAccounts' });
  const verdict = approve ? 'approved' : 'declined';
  const answered = await advance(DEVICE_PROMPTS, devicePrompts, prompt, verdict, {
    at,
    by: 'psu',
    psuId,
    where: { expiresAt: { $gt: at } },
    outbox: [
      outboxEntry(
        reportChallenge,
        { challengeId, contentHash, verdict, ...(offeredAccounts && account !== undefined && { account }) },
        at,
      ),
    ],
  });
  if (answered === null) return { answered: false };
  await outbox.deliver(DEVICE_PROMPTS, answered);
  return { answered: true };
}
