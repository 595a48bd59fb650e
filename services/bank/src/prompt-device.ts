import { advance, createdAs, currentContext, isDuplicateKey } from '@xs2a/service-kit';
import type { ClientSession } from 'mongodb';
import { DEVICE_PROMPTS, type StoredDevicePrompt } from './device-prompt.ts';
import type { Room } from './room.ts';

/** Prompts for one authorisation that come at the same moment; each round that is lost means that another was stored. */
const ROUNDS_MAX = 5;

type PromptRoom = Pick<Room, 'devicePrompts' | 'database' | 'now'>;
type Prompt = Pick<StoredDevicePrompt, '_id' | 'psuId' | 'authorisationId' | 'contentHash' | 'text'>;

/** Asks the PSU on its device. The newest prompt of an authorisation takes the place of the one before; told again it changes nothing. */
export async function promptDevice(room: PromptRoom, asked: Prompt, lifetimeSeconds: number): Promise<void> {
  const at = room.now();
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
      return await replaceWaiting(room, prompt);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      if ((await room.devicePrompts.findOne({ _id: prompt._id })) !== null) return;
      if (round === ROUNDS_MAX) throw error;
    }
  }
}

function replaceWaiting(room: PromptRoom, prompt: StoredDevicePrompt): Promise<void> {
  return room.database.transaction(async (session) => {
    await dropWaiting(room, prompt.authorisationId, prompt.at, session);
    await room.devicePrompts.insertOne(prompt, { session });
  });
}

/** Whatever is sent anew for an authorisation takes the place of what its device asks. */
export async function dropWaiting(
  { devicePrompts }: Pick<Room, 'devicePrompts'>,
  authorisationId: string,
  at: Date,
  session: ClientSession,
): Promise<void> {
  const before = await devicePrompts.findOne({ authorisationId, status: 'waiting' }, { session });
  if (before !== null) await advance(DEVICE_PROMPTS, devicePrompts, before, 'replaced', { at, by: 'sca', session });
}
