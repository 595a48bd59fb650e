import { withdrawChallenge } from '@xs2a/contracts';
import { type OutboxEntry, outboxEntry } from '@xs2a/service-kit';
import type { ScaRoom } from '../context.ts';
import { AUTHORISATIONS, type Authorisation } from '../model/authorisation.ts';
import type { AskedChallenge } from '../model/challenge.ts';

/** Tells the bank that what waits on a device for an authorisation that ends needs no answer any more. */
export function withdrawal({ challengesAsked }: Authorisation, at: Date): OutboxEntry[] {
  // Whatever is sent anew takes the place of what waits: the newest one alone can wait.
  const newest = challengesAsked?.at(-1);
  if (newest === undefined || !newest.pushed || newest.until <= at) return [];
  return [outboxEntry(withdrawChallenge, { challengeId: newest.id }, at)];
}

/** The bank was asked, and the authorisation had ended meanwhile: nobody would count the answer. */
export async function withdrawUntaken(room: ScaRoom, _id: string, { id, pushed }: AskedChallenge): Promise<void> {
  if (!pushed) return;
  const outbox = outboxEntry(withdrawChallenge, { challengeId: id }, room.now());
  const told = await room.authorisations.findOneAndUpdate({ _id }, { $push: { outbox } }, { returnDocument: 'after' });
  if (told !== null) await room.outbox.deliver(AUTHORISATIONS, told);
}
