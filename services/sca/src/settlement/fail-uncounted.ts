import { settlementReply } from '@xs2a/contracts';
import { advance, retryOnConflict } from '@xs2a/service-kit';
import { z } from 'zod';
import { SETTLEMENTS } from '../authorisation/end-authorisation.ts';
import { SIGNATURE } from '../authorisation/signature.ts';
import type { ScaContext } from '../context.ts';
import { AUTHORISATIONS } from '../model/authorisation.ts';

const Reply = z.looseObject(settlementReply);

type FailContext = Pick<ScaContext, 'authorisations' | 'outbox' | 'now'>;

/**
 * Fails approvals that their owner did not count, because the parent ended at the same moment or other content was approved
 * first: neither PSU nor TPP is shown a success (decision 6).
 */
export function failUncountedApprovals(context: FailContext): void {
  for (const { subject } of SETTLEMENTS) {
    context.outbox.onReply(subject, async (authorisationId, reply) => {
      if (Reply.parse(reply).counted === false) await failUncounted(context, authorisationId);
    });
  }
}

async function failUncounted({ authorisations, now }: FailContext, _id: string): Promise<void> {
  await retryOnConflict(async () => {
    const found = await authorisations.findOne({ _id });
    if (found === null || found.scaStatus === 'failed') return true;
    return advance(AUTHORISATIONS, authorisations, found, 'notCounted', { at: now(), by: 'sca', unset: SIGNATURE });
  });
}
