import { XmlRefusal } from '../gate/xml-refusal.ts';
import type { ThreadReply } from '../threads/serve-thread.ts';
import { ThreadLimitPassed, threadFile, WorkThread } from '../threads/work-thread.ts';
import type { Initiation } from './initiation.ts';
import type { InitiationLimits } from './read-initiation.ts';

/** A message of 6 MB takes about a second of CPU, and longer on a loaded machine. */
export const INITIATION_THREAD = { msMax: 15_000, heapMiBMax: 256, waitingMax: 8, idleMs: 30_000 };

export interface InitiationWork {
  readonly bytes: Uint8Array;
  readonly limits: InitiationLimits;
}

const thread = new WorkThread<InitiationWork, ThreadReply<Initiation>>(
  threadFile(import.meta.url, 'initiation-thread'),
  INITIATION_THREAD,
);

/** Like `readInitiation`, in a separate thread, so that no message can block the caller. */
export async function readInitiationInThread(bytes: Uint8Array, limits: InitiationLimits): Promise<Initiation> {
  return resultOf(() => thread.run({ bytes, limits }));
}

/** Converts the reply of a thread. A message that exceeds the limits of the thread is refused like any invalid one. */
export async function resultOf<Result>(ask: () => Promise<ThreadReply<Result>>): Promise<Result> {
  try {
    const reply = await ask();
    if ('result' in reply) return reply.result;
    throw new XmlRefusal(reply.refusal.reason, reply.refusal);
  } catch (error) {
    if (!(error instanceof ThreadLimitPassed) || error.limit === 'waiting') throw error;
    throw new XmlRefusal(error.limit === 'memory' ? 'takes too much memory to read' : 'takes too long to read');
  }
}
