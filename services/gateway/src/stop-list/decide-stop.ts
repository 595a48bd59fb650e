import { type blockTpp, type RequestOf, rereadBlocklist, type unblockTpp, Xs2aError } from '@xs2a/contracts';
import { advance, type Bus, type Clock, createdAs, currentContext, isDuplicateKey } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import { STOPPED_TPPS, type StoppedTpp } from './stopped-tpp.ts';

/** Two people who decide at once are taken one after the other. */
const ATTEMPTS_MAX = 5;

export interface StopRoom {
  readonly stopped: Collection<StoppedTpp>;
  readonly bus: Bus;
  readonly now: Clock;
}

/** Stops a TPP: stored first, then told to every replica; answered when those that listen know. */
export async function stopTpp(room: StopRoom, { tppId, until, ...why }: RequestOf<typeof blockTpp>) {
  const end = until === undefined ? null : new Date(until);
  if (end !== null && end <= room.now()) throw new Xs2aError('fieldInvalid', { path: 'until', text: 'is over' });
  await attempt(() => moveTo(room, 'blocked', tppId, end, why));
  return tellReplicas(room);
}

/** Lets a TPP in again. One that is not stopped is not noted. */
export async function releaseTpp(room: StopRoom, { tppId, ...why }: RequestOf<typeof unblockTpp>) {
  await attempt(async () => {
    const isStopped = (await room.stopped.countDocuments({ _id: tppId, status: 'blocked' })) > 0;
    return !isStopped || (await moveTo(room, 'unblocked', tppId, null, why));
  });
  return tellReplicas(room);
}

async function attempt(decide: () => Promise<boolean>): Promise<void> {
  for (let attempts = 0; attempts < ATTEMPTS_MAX; attempts++) if (await decide()) return;
  throw new Xs2aError('statusConflict');
}

/** False where somebody else moved it at the same moment. */
async function moveTo(
  { stopped, now }: StopRoom,
  event: 'blocked' | 'unblocked',
  tppId: string,
  until: Date | null,
  { by, reason }: { by: string; reason: string },
): Promise<boolean> {
  const known = await stopped.findOne({ _id: tppId });
  if (known !== null) {
    return (await advance(STOPPED_TPPS, stopped, known, event, { at: now(), by, reason, set: { until } })) !== null;
  }
  const history = [createdAs('blocked', now(), by, currentContext().requestId, reason)];
  try {
    await stopped.insertOne({ _id: tppId, status: 'blocked', until, history });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

async function tellReplicas({ bus }: StopRoom): Promise<{ replicas: number }> {
  return { replicas: (await bus.askAll(rereadBlocklist, {})).length };
}
