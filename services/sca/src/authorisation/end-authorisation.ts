import {
  type Operation,
  type ScaContent,
  type ScaOutcome,
  type ScaParent,
  type Settlement,
  settleBasketAuthorisation,
  settleCancellationAuthorisation,
  settleConsentAuthorisation,
  settleFundsConsentAuthorisation,
  settlePaymentAuthorisation,
} from '@xs2a/contracts';
import { advance, type OutboxEntry, outboxEntry, toServiceTime } from '@xs2a/service-kit';
import type { Filter } from 'mongodb';
import type { ScaContext } from '../context.ts';
import { AUTHORISATIONS, type Authorisation } from '../model/authorisation.ts';
import { renewRedirectSession, type StepResult } from '../session/renew-redirect-session.ts';
import { challengeWithdrawal } from './challenge-withdrawal.ts';
import { SIGNATURE, signOnce } from './signature.ts';

/** The operation with which the owner of each parent receives the outcome. */
const SETTLE: Record<ScaParent['kind'], Operation> = {
  consent: settleConsentAuthorisation,
  fundsConsent: settleFundsConsentAuthorisation,
  payment: settlePaymentAuthorisation,
  cancellation: settleCancellationAuthorisation,
  basket: settleBasketAuthorisation,
};

/** The operations that report outcomes to the owners of parents. */
export const SETTLEMENTS = Object.values(SETTLE);

const OUTCOME_OF = {
  approved: 'finalised',
  confirmed: 'finalised',
  exempted: 'exempted',
  failed: 'failed',
} as const satisfies Record<string, ScaOutcome>;

type Ending = keyof typeof OUTCOME_OF;
type EndContext = Pick<ScaContext, 'authorisations' | 'outbox' | 'now'>;

/** Guards a write by the challenge that the PSU answered, or by the sign-in that was both factors, so that neither ends anything else. */
export function guardCurrentChallenge({
  contentHash,
  challenge,
  bothFactors,
}: Pick<Authorisation, 'contentHash' | 'challenge' | 'bothFactors'>): Filter<Authorisation> {
  return { contentHash, ...(challenge && { 'challenge.id': challenge.id }), ...(bothFactors && { bothFactors }) };
}

/**
 * Ends an authorisation. One write stores the outcome and the message to the owner of the parent, which is delivered before the
 * caller is answered, so that the next read of the parent shows its new status. If the delivery fails, the outbox repeats it.
 * `by` is the party that ends it: by default the PSU, if identified. Returns null if the authorisation moved in between, or would
 * succeed after its time-out. Fails the authorisation instead if the PSU has already approved the parent.
 */
export function endAuthorisation(
  context: EndContext,
  authorisation: Authorisation,
  event: Ending,
  by: string = authorisation.psu === undefined ? 'sca' : 'psu',
): Promise<StepResult | null> {
  return event === 'failed'
    ? storeEnd(context, authorisation, event, by)
    : signOnce(context, authorisation, (signature) => storeEnd(context, authorisation, event, by, { signature }));
}

async function storeEnd(
  context: EndContext,
  authorisation: Authorisation,
  event: Ending,
  by: string,
  signed: Pick<Authorisation, 'signature'> = {},
): Promise<StepResult | null> {
  const at = context.now();
  const { set, session } = renewRedirectSession(authorisation, at);
  const { contentHash } = authorisation;
  const ended = await advance(AUTHORISATIONS, context.authorisations, authorisation, event, {
    at,
    by,
    ...(by === 'psu' && { psuId: authorisation.psu?.psuId }),
    where: {
      ...(event === 'approved' ? guardCurrentChallenge(authorisation) : { contentHash }),
      ...(event !== 'failed' && { openUntil: { $gt: at } }),
    },
    set: { ...set, ...signed },
    ...(event === 'failed' && { unset: SIGNATURE }),
    // The owner comes first: its message must not wait for an unavailable bank. An approval on the device needs no withdrawal.
    outbox: [
      settlementEntry(authorisation, OUTCOME_OF[event], at),
      ...(event === 'failed' ? challengeWithdrawal(authorisation, at) : []),
    ],
  });
  if (ended === null) return null;
  const told = await deliverOutcome(context, ended);
  return { authorisation: told, ...(session !== undefined && { session }) };
}

/**
 * Delivers the message to the owner now, if possible. Returns the authorisation after its reply, because the owner may not count
 * an approval.
 */
export async function deliverOutcome(
  { authorisations, outbox }: Pick<ScaContext, 'authorisations' | 'outbox'>,
  ended: Authorisation,
): Promise<Authorisation> {
  await outbox.deliver(AUTHORISATIONS, ended);
  if (ended.scaStatus === 'failed') return ended;
  return (await authorisations.findOne({ _id: ended._id })) ?? ended;
}

/** Returns the accounts that were named neither by the TPP nor at its request, and what the PSU was told of the payee. */
function addedTo(
  content: ScaContent,
): Pick<Settlement, 'grants' | 'debtorAccount' | 'payeeVerification' | 'payeeCounts'> {
  switch (content.kind) {
    case 'consent':
      return content.model === 'detailed' ? {} : { grants: content.grants };
    case 'payment':
    case 'periodicPayment':
      return {
        ...(content.accountChosenByPsu && { debtorAccount: content.debtorAccount }),
        ...(content.payeeVerification && { payeeVerification: content.payeeVerification }),
      };
    case 'bulkPayment':
      return { ...(content.payeeVerification && { payeeCounts: content.payeeVerification.counts }) };
    default:
      return {};
  }
}

/** The message to the owner of the parent. `endedAt` differs from `at` if the outcome is reported again. */
export function settlementEntry(
  { _id, parent, psu, content, requestedHash, signaturesNeeded }: Authorisation,
  outcome: ScaOutcome,
  at: Date,
  endedAt = at,
): OutboxEntry {
  const settlement = {
    authorisationId: _id,
    parent,
    outcome,
    contentHash: requestedHash,
    ...(outcome !== 'failed' && { ...addedTo(content), approvedAt: toServiceTime(endedAt).toISOString() }),
    ...(psu && { psu }),
    ...(signaturesNeeded !== undefined && { signaturesNeeded }),
  };
  return outboxEntry(SETTLE[parent.kind], settlement, at);
}
