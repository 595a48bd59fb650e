import { advance, createdEntry, currentContext, isDuplicateKey, retryOnConflict } from '@xs2a/service-kit';
import type { ClientSession } from 'mongodb';
import type { BankContext } from '../context.ts';
import { DEVICE_PROMPTS, type StoredDevicePrompt } from '../model/device-prompt.ts';

type PromptContext = Pick<BankContext, 'devicePrompts' | 'database' | 'now'>;
type Prompt = Pick<
  StoredDevicePrompt,
  '_id' | 'psuId' | 'authorisationId' | 'contentHash' | 'text' | 'offeredAccounts'
>;

/** Sends a prompt to the PSU's device. It replaces the waiting prompt of the authorisation. Repeating it changes nothing. */
export async function promptDevice(context: PromptContext, request: Prompt, lifetimeSeconds: number): Promise<void> {
  const at = context.now();
  const prompt: StoredDevicePrompt = {
    ...request,
    at,
    expiresAt: new Date(at.getTime() + lifetimeSeconds * 1_000),
    status: 'waiting',
    outbox: [],
    history: [createdEntry('waiting', at, 'sca', currentContext().requestId)],
  };
  await retryOnConflict(async () => {
    try {
      await storePrompt(context, prompt);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      // The same prompt was sent before, or another one for the authorisation was stored at the same moment.
      if ((await context.devicePrompts.findOne({ _id: prompt._id })) === null) return null;
    }
    return true;
  });
}

function storePrompt(context: PromptContext, prompt: StoredDevicePrompt): Promise<void> {
  return context.database.transaction(async (session) => {
    await replaceWaitingPrompt(context, prompt.authorisationId, prompt.at, session);
    await context.devicePrompts.insertOne(prompt, { session });
  });
}

/** A new challenge of an authorisation replaces its waiting prompt. */
export async function replaceWaitingPrompt(
  { devicePrompts }: Pick<BankContext, 'devicePrompts'>,
  authorisationId: string,
  at: Date,
  session: ClientSession,
): Promise<void> {
  const waiting = await devicePrompts.findOne({ authorisationId, status: 'waiting' }, { session });
  if (waiting !== null) await advance(DEVICE_PROMPTS, devicePrompts, waiting, 'replaced', { at, by: 'sca', session });
}
