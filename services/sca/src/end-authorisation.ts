import {
  type Operation,
  type ScaOutcome,
  type ScaParent,
  settleBasketAuthorisation,
  settleCancellationAuthorisation,
  settleConsentAuthorisation,
  settleFundsConsentAuthorisation,
  settlePaymentAuthorisation,
} from '@xs2a/contracts';
import { advance, outboxEntry } from '@xs2a/service-kit';
import { AUTHORISATIONS, type Authorisation } from './authorisation.ts';
import type { ScaRoom } from './room.ts';
import { renewedSession } from './session-token.ts';

/** Who decides over each parent and must hear how its authorisation ended. */
const SETTLE: Record<ScaParent['kind'], Operation> = {
  consent: settleConsentAuthorisation,
  fundsConsent: settleFundsConsentAuthorisation,
  payment: settlePaymentAuthorisation,
  cancellation: settleCancellationAuthorisation,
  basket: settleBasketAuthorisation,
};

const OUTCOME_OF = { approved: 'finalised', exempted: 'exempted', failed: 'failed' } as const satisfies Record<
  string,
  ScaOutcome
>;

/** An authorisation after its last step, with the session under which its result may be looked at. */
export interface Ended {
  readonly authorisation: Authorisation;
  readonly session: string;
}

/**
 * Ends an authorisation: the outcome is stored first, with the message to the parent's owner in the same write; then
 * the owner is told, before anyone is answered, so that whoever reads the parent next sees its new status. Where that
 * fails the outbox repeats it. Null when the authorisation was moved by somebody else meanwhile.
 */
export async function endAuthorisation(
  room: ScaRoom,
  authorisation: Authorisation,
  event: keyof typeof OUTCOME_OF,
): Promise<Ended | null> {
  const at = room.now();
  const { token, session } = renewedSession(authorisation, at);
  const { psu, parent, content, contentHash, requestedHash, signaturesNeeded } = authorisation;
  const named = content.kind === 'consent' && content.model !== 'detailed' ? content.grants : undefined;
  const settlement = {
    authorisationId: authorisation._id,
    parent,
    outcome: OUTCOME_OF[event],
    contentHash: requestedHash,
    ...(named && event !== 'failed' && { grants: named }),
    ...(psu && { psu }),
    ...(signaturesNeeded !== undefined && { signaturesNeeded }),
  };
  const ended = await advance(AUTHORISATIONS, room.authorisations, authorisation, event, {
    at,
    by: psu === undefined ? 'sca' : 'psu',
    psuId: psu?.psuId,
    where: { contentHash },
    set: { session },
    outbox: [outboxEntry(SETTLE[parent.kind], settlement, at)],
  });
  if (ended === null) return null;
  await room.outbox.deliver(AUTHORISATIONS, ended);
  return { authorisation: ended, session: token };
}
