import { contentHashOf } from '@xs2a/approvals';
import {
  type HeldAuthorisation,
  type HoldingKind,
  handOverConsentAuthorisation,
  handOverPaymentAuthorisation,
  type RequestInputOf,
  Xs2aError,
} from '@xs2a/contracts';
import { chainEntry, currentContext, findById, insertBatched, isDuplicateKey } from '@xs2a/service-kit';
import type { ScaContext } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { authorisationFrom } from './new-authorisation.ts';

type HeldContext = Pick<ScaContext, 'authorisations' | 'bus' | 'profile' | 'now'>;
/** Lookup by id, or by link. */
type By = RequestInputOf<typeof handOverConsentAuthorisation>['by'];

/** Owners of authorisations that are stored with their parent, by kind of parent. */
const HAND_OVER = {
  consent: handOverConsentAuthorisation,
  fundsConsent: handOverConsentAuthorisation,
  payment: handOverPaymentAuthorisation,
} as const satisfies Record<HoldingKind, unknown>;

/** A parent that may hold an authorisation. */
export interface HoldingParent {
  readonly kind: HoldingKind;
  readonly id: string;
}

export function mayHold(parent: { readonly kind: string; readonly id: string }): parent is HoldingParent {
  return Object.hasOwn(HAND_OVER, parent.kind);
}

/**
 * Reads an authorisation that is held with its parent, as it would be here, without storing it. Returns null if the owner has
 * none, or none for this caller (decision 64).
 */
export async function readHeldAuthorisation(
  context: HeldContext,
  parent: HoldingParent,
  by: By,
): Promise<Authorisation | null> {
  const { authorisation } = await context.bus.ask(HAND_OVER[parent.kind], { parent, by });
  return authorisation === undefined ? null : asStored(context, authorisation);
}

/**
 * Takes over a held authorisation for its first step, and stores it here. A second caller finds the document that the first one
 * stored. An authorisation that failed with its parent is not stored: nothing can happen to it any more.
 */
export async function takeHeld(context: HeldContext, parent: HoldingParent, by: By): Promise<Authorisation | null> {
  const given = await take(context, parent, by);
  return given === null || given.scaStatus === 'failed' ? given : storeOnce(context, given);
}

/** The parent ended after sca had asked for the authorisation: a request that is about to store it finds that it has failed. */
export async function takeFailed(context: HeldContext, parent: HoldingParent, authorisationId: string): Promise<void> {
  const given = await take(context, parent, { authorisationId });
  if (given?.scaStatus === 'failed') await storeOnce(context, given);
}

async function take(context: HeldContext, parent: HoldingParent, by: By): Promise<Authorisation | null> {
  const { authorisation } = await context.bus.ask(HAND_OVER[parent.kind], { parent, by, take: true });
  if (authorisation === undefined) return null;
  if (contentHashOf(authorisation.content) !== authorisation.contentHash) {
    throw new Xs2aError('statusInvalid', { text: 'what is to be authorised has changed; start a new authorisation' });
  }
  return { ...asStored(context, authorisation), takenAt: context.now() };
}

async function storeOnce({ authorisations }: HeldContext, given: Authorisation): Promise<Authorisation> {
  try {
    await insertBatched(authorisations, given);
    return given;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const stored = await findById(authorisations, given._id);
    if (stored === null) throw error;
    return stored;
  }
}

/** Dated and attributed to the request that created the parent; its time limits run from then. */
function asStored(context: HeldContext, held: HeldAuthorisation): Authorisation {
  const { tppId, tppName, startedAt, openUntil, redirectReference, requestId, traceId, certificate, endedAt } = held;
  const at = new Date(startedAt);
  const created = chainEntry('', {
    at,
    event: 'created',
    from: null,
    to: 'received',
    by: tppId,
    ...(certificate !== undefined && { certificate }),
    requestId,
    ...(traceId !== undefined && { traceId }),
  });
  const begun = authorisationFrom(
    context,
    { ...held, tpp: { id: tppId, name: tppName }, signedBy: [], signingRound: 0 },
    { at, redirectReference, openUntil: new Date(openUntil), history: [created] },
  );
  if (endedAt === undefined) return begun;
  const failed = chainEntry(created.hash, {
    at: new Date(endedAt),
    event: 'failed',
    from: 'received',
    to: 'failed',
    by: 'sca',
    requestId: currentContext().requestId,
  });
  return { ...begun, scaStatus: 'failed', history: [created, failed] };
}
