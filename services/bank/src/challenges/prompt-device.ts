import { advance, createdAs, currentContext, isDuplicateKey } from '@xs2a/service-kit';
import type { ClientSession } from 'mongodb';
import type { BankContext } from '../context.ts';
import { DEVICE_PROMPTS, type StoredDevicePrompt } from '../model/device-prompt.ts';

/** Prompts for one authorisation that come at the same moment; each round that is lost means that another was stored. */
const ROUNDS_MAX = 5;

type PromptContext = Pick<BankContext, 'devicePrompts' | 'database' | 'now'>;
type Prompt = Pick<StoredDevicePrompt, '_id' | 'psuId' | 'authorisationId' | 'contentHash' | 'text'>;

/** Asks the PSU on its device. The newest prompt of an authorisation takes the place of the one before; told again it changes nothing. */
export async function promptDevice(context: PromptContext, asked: Prompt, lifetimeSeconds: number): Promise<void> {
  const at = context.now();
  const prompt: StoredDevicePrompt = {
    ...asked,
    at,
    expiresAt: new Date(at.getTime() + lifetimeSeconds * 1_000),
    status: 'waiting',
    outbox: [],
    history: [createdAs('waiting', at, 'sca', currentContext().requestId)],
  };
  for (let round = 1; ; round++) {
    try {
      return await replaceWaiting(context, prompt);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      if ((await context.devicePrompts.findOne({ _id: prompt._id })) !== null) return;
      if (round === ROUNDS_MAX) throw error;
    }
  }
}

function replaceWaiting(context: PromptContext, prompt: StoredDevicePrompt): Promise<void> {
  return context.database.transaction(async (session) => {
    await replacePrompt(context, prompt.authorisationId, prompt.at, session);
    await context.devicePrompts.insertOne(prompt, { session });
  });
}

/** Whatever is sent anew for an authorisation takes the place of what its device asks. */
export async function replacePrompt(
  { devicePrompts }: Pick<BankContext, 'devicePrompts'>,
  authorisationId: string,
  at: Date,
  session: ClientSession,
): Promise<void> {
  const before = await devicePrompts.findOne({ authorisationId, status: 'waiting' }, { session });
  if (before !== null) await advance(DEVICE_PROMPTS, devicePrompts, before, 'replaced', { at, by: 'sca', session });
}
