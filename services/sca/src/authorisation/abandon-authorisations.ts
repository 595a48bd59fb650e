import {
  type abandonAuthorisations as operation,
  type ReplyOf,
  type RequestOf,
  SCA_STATUS_MACHINE,
  statusesBefore,
} from '@xs2a/contracts';
import { advance } from '@xs2a/service-kit';
import type { ScaContext } from '../context.ts';
import { AUTHORISATIONS } from '../model/authorisation.ts';
import { challengeWithdrawal } from './challenge-withdrawal.ts';

/** Fails the open authorisations of a parent that has ended. The owner ended it and is not informed. */
export async function abandonAuthorisations(
  context: Pick<ScaContext, 'authorisations' | 'outbox' | 'now'>,
  { parent }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
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
    return advance(AUTHORISATIONS, context.authorisations, authorisation, 'failed', { at, by: 'sca', outbox });
  });
  const abandoned = (await Promise.all(moves)).filter((moved) => moved !== null);
  await Promise.all(abandoned.map((ended) => context.outbox.deliver(AUTHORISATIONS, ended)));
  return { abandoned: abandoned.length };
}
