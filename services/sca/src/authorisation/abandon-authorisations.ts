import {
  type abandonAuthorisations as operation,
  type RequestOf,
  SCA_STATUS_MACHINE,
  statusesBefore,
} from '@xs2a/contracts';
import { advance } from '@xs2a/service-kit';
import { withdrawal } from '../challenges/withdraw-challenges.ts';
import type { ScaRoom } from '../context.ts';
import { AUTHORISATIONS } from '../model/authorisation.ts';

/** Fails what is still open of a parent that has ended. Its owner knows already and is not told. */
export async function abandonAuthorisations(
  room: ScaRoom,
  { parent }: RequestOf<typeof operation>,
): Promise<{ abandoned: number }> {
  const open = await room.authorisations
    .find({
      'parent.kind': parent.kind,
      'parent.id': parent.id,
      scaStatus: { $in: statusesBefore(SCA_STATUS_MACHINE, 'failed') },
    })
    .toArray();
  const at = room.now();
  const moves = open.map((authorisation) => {
    const outbox = withdrawal(authorisation, at);
    return advance(AUTHORISATIONS, room.authorisations, authorisation, 'failed', { at, by: 'sca', outbox });
  });
  const abandoned = (await Promise.all(moves)).filter((moved) => moved !== null);
  await Promise.all(abandoned.map((ended) => room.outbox.deliver(AUTHORISATIONS, ended)));
  return { abandoned: abandoned.length };
}
