import {
  type abandonAuthorisations as operation,
  type ReplyOf,
  type RequestOf,
  SCA_STATUS_MACHINE,
  type ScaParent,
  statusesBefore,
} from '@xs2a/contracts';
import { advance, retryOnConflict } from '@xs2a/service-kit';
import type { ScaContext } from '../context.ts';
import { mayHold, takeFailed } from '../held/held-authorisation.ts';
import { AUTHORISATIONS } from '../model/authorisation.ts';
import { challengeWithdrawal } from './challenge-withdrawal.ts';
import { SIGNATURE } from './signature.ts';

type AbandonContext = Pick<ScaContext, 'authorisations' | 'bus' | 'profile' | 'outbox' | 'now'>;

/**
 * Fails the open authorisations of a parent that has ended. The owner ended it and is not informed. An authorisation moved by a
 * simultaneous step is failed too.
 */
export async function abandonAuthorisations(
  context: AbandonContext,
  { parent, handedOver = [] }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  await storeHandedOver(context, parent, handedOver);
  let abandoned = 0;
  await retryOnConflict(async () => {
    const { found, failed } = await failOpen(context, parent);
    abandoned += failed;
    return failed === found ? abandoned : null;
  });
  return { abandoned };
}

/** Fails open authorisations. Returns the number found and the number failed; the difference was changed in between. */
async function failOpen(context: AbandonContext, parent: ScaParent): Promise<{ found: number; failed: number }> {
  const open = await context.authorisations
    .find({
      'parent.kind': parent.kind,
      'parent.id': parent.id,
      scaStatus: { $in: statusesBefore(SCA_STATUS_MACHINE, 'failed') },
    })
    .toArray();
  const at = context.now();
  const moves = open.map((authorisation) => {
    const outbox = challengeWithdrawal(authorisation, at);
    const move = { at, by: 'sca', unset: SIGNATURE, outbox };
    return advance(AUTHORISATIONS, context.authorisations, authorisation, 'failed', move);
  });
  const failed = (await Promise.all(moves)).filter((moved) => moved !== null);
  await Promise.all(failed.map((ended) => context.outbox.deliver(AUTHORISATIONS, ended)));
  return { found: open.length, failed: failed.length };
}

/** A request that asked for an authorisation before its parent ended may store it later, so it is stored here first, as failed. */
async function storeHandedOver(
  context: Pick<ScaContext, 'authorisations' | 'bus' | 'profile' | 'now'>,
  parent: ScaParent,
  ids: readonly string[],
): Promise<void> {
  if (!mayHold(parent)) return;
  for (const id of ids) {
    const isStored = (await context.authorisations.countDocuments({ _id: id }, { limit: 1 })) > 0;
    if (!isStored) await takeFailed(context, { kind: parent.kind, id: parent.id }, id);
  }
}
