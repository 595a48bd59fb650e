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
import { forgetPsuAttempts } from '../attempts/psu-attempts.ts';
import { withdrawal } from '../challenges/withdraw-challenges.ts';
import type { ScaRoom } from '../context.ts';
import { AUTHORISATIONS, type Authorisation } from '../model/authorisation.ts';
import { type Moved, walked } from '../session/renew-redirect-session.ts';
import { newToken } from '../session/session-token.ts';

const MS_PER_MINUTE = 60_000;

/** Who decides over each parent and must hear how its authorisation ended. */
const SETTLE: Record<ScaParent['kind'], Operation> = {
  consent: settleConsentAuthorisation,
  fundsConsent: settleFundsConsentAuthorisation,
  payment: settlePaymentAuthorisation,
  cancellation: settleCancellationAuthorisation,
  basket: settleBasketAuthorisation,
};

const OUTCOME_OF = {
  approved: 'finalised',
  confirmed: 'finalised',
  exempted: 'exempted',
  failed: 'failed',
} as const satisfies Record<string, ScaOutcome>;

/** What the PSU answered a challenge with; no other challenge is ended by it. */
function toPresentChallenge({ contentHash, challenge }: Authorisation) {
  return { contentHash, ...(challenge && { 'challenge.id': challenge.id }) };
}

/** The PSU has shown its second factor: that is the end, or the TPP must confirm that the browser came back to it. */
export async function approve(room: ScaRoom, authorisation: Authorisation): Promise<Moved | null> {
  if (authorisation.psu !== undefined) await forgetPsuAttempts(room, authorisation.psu.psuId);
  return isConfirmationNeeded(room, authorisation)
    ? awaitConfirmation(room, authorisation)
    : endAuthorisation(room, authorisation, 'approved');
}

/** After a redirect, where the bank wants it and there is an address to hand the code to (field guide 9.4). */
export function isConfirmationNeeded(
  { profile }: Pick<ScaRoom, 'profile'>,
  { scaApproach, redirectUri }: Pick<Authorisation, 'scaApproach' | 'redirectUri'>,
): boolean {
  return profile.authorisationConfirmation && scaApproach === 'REDIRECT' && redirectUri !== undefined;
}

async function awaitConfirmation(room: ScaRoom, authorisation: Authorisation): Promise<Moved | null> {
  const at = room.now();
  const { set, session } = walked(authorisation, at);
  const awaiting = await advance(AUTHORISATIONS, room.authorisations, authorisation, 'confirmationAwaited', {
    at,
    by: 'psu',
    psuId: authorisation.psu?.psuId,
    where: toPresentChallenge(authorisation),
    set: {
      ...set,
      confirmationCode: newToken(),
      openUntil: new Date(at.getTime() + room.profile.limits.redirectLinkMinutes * MS_PER_MINUTE),
    },
  });
  return awaiting === null ? null : { authorisation: awaiting, ...(session !== undefined && { session }) };
}

/**
 * Ends an authorisation: the outcome is stored first, with the message to the parent's owner in the same write; then
 * the owner is told, before anyone is answered, so that whoever reads the parent next sees its new status. Where that
 * fails the outbox repeats it. `by` is who ends it: the PSU who is known, or another who must be named. Null when the authorisation was moved by somebody else meanwhile.
 */
export async function endAuthorisation(
  room: ScaRoom,
  authorisation: Authorisation,
  event: keyof typeof OUTCOME_OF,
  by: string = authorisation.psu === undefined ? 'sca' : 'psu',
): Promise<Moved | null> {
  const at = room.now();
  const { set, session } = walked(authorisation, at);
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
    by,
    ...(by === 'psu' && { psuId: psu?.psuId }),
    where: event === 'approved' ? toPresentChallenge(authorisation) : { contentHash },
    set,
    // The parent first: it shall not wait for a bank that is away. A yes on the device has ended its question itself.
    outbox: [
      outboxEntry(SETTLE[parent.kind], settlement, at),
      ...(event === 'failed' ? withdrawal(authorisation, at) : []),
    ],
  });
  if (ended === null) return null;
  await room.outbox.deliver(AUTHORISATIONS, ended);
  return { authorisation: ended, ...(session !== undefined && { session }) };
}
