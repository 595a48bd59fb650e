import {
  type repeatSettlement as operation,
  type ReplyOf,
  type RequestOf,
  ScaOutcome,
  Xs2aError,
} from '@xs2a/contracts';
import { settlementEntry } from '../authorisation/end-authorisation.ts';
import type { ScaContext } from '../context.ts';
import { AUTHORISATIONS } from '../model/authorisation.ts';

/**
 * Reports the outcome of an authorisation to the owner of its parent again. Nothing is decided anew: an owner that has the
 * outcome changes nothing. Refused while the authorisation has not ended.
 */
export async function repeatSettlement(
  { authorisations, outbox, now }: Pick<ScaContext, 'authorisations' | 'outbox' | 'now'>,
  { authorisationId }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const ended = await authorisations.findOne({ _id: authorisationId });
  if (ended === null) throw new Xs2aError('authorisationUnknown');
  const outcome = ScaOutcome.safeParse(ended.scaStatus);
  if (!outcome.success) throw new Xs2aError('statusInvalid');
  const entry = settlementEntry(ended, outcome.data, now(), ended.history.at(-1)?.at);
  const told = await authorisations.findOneAndUpdate(
    // One at a time: a pending message has the same content.
    { _id: authorisationId, 'outbox.subject': { $ne: entry.subject } },
    { $push: { outbox: entry } },
    { returnDocument: 'after' },
  );
  return { delivered: told !== null && (await outbox.deliver(AUTHORISATIONS, told)) };
}
