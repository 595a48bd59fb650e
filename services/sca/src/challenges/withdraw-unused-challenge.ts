import { withdrawChallenge } from '@xs2a/contracts';
import { outboxEntry } from '@xs2a/service-kit';
import type { ScaContext } from '../context.ts';
import { AUTHORISATIONS } from '../model/authorisation.ts';
import type { AskedChallenge } from '../model/challenge.ts';

/** Withdraws a challenge that the bank sent for an authorisation which had ended meanwhile. Its answer would not count. */
export async function withdrawUnusedChallenge(
  context: ScaContext,
  _id: string,
  { id, pushed }: AskedChallenge,
): Promise<void> {
  if (!pushed) return;
  const outbox = outboxEntry(withdrawChallenge, { challengeId: id }, context.now());
  const stored = await context.authorisations.findOneAndUpdate(
    { _id },
    { $push: { outbox } },
    { returnDocument: 'after' },
  );
  if (stored !== null) await context.outbox.deliver(AUTHORISATIONS, stored);
}
