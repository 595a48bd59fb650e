import { isFinal, SCA_STATUS_MACHINE, type ScaParent, type Tpp, Xs2aError } from '@xs2a/contracts';
import type { ScaRoom } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { findSession } from '../session/session-token.ts';

/**
 * An authorisation below its parent, for the TPP of the parent alone; foreign and unknown are one answer. A payment is
 * addressed under its own service and product, also here (field guide 8.2).
 */
export async function findForTpp(
  room: ScaRoom,
  { tpp, parent, authorisationId }: { tpp: Tpp; parent: ScaParent; authorisationId: string },
): Promise<Authorisation> {
  const { kind, id, paymentService, paymentProduct } = parent;
  const ofParent = { 'parent.kind': kind, 'parent.id': id };
  const authorisation = await room.authorisations.findOne({ ...ofParent, _id: authorisationId, tppId: tpp.id });
  if (authorisation === null) throw new Xs2aError('authorisationUnknown');
  const known = authorisation.parent;
  if (known.paymentService !== paymentService || known.paymentProduct !== paymentProduct) {
    throw new Xs2aError('productNotOfPayment');
  }
  return authorisation;
}

/**
 * The authorisation that an scaRedirect link leads to, while it is open and the link lives. A PSU whose browser lost
 * the session comes back through it, with its password again.
 */
export async function findByLink(room: ScaRoom, redirectReference: string): Promise<Authorisation> {
  const authorisation = await findUnused(room, redirectReference);
  if (authorisation.linkUntil <= room.now()) throw new Xs2aError('redirectLinkExpired');
  return authorisation;
}

/** The authorisation whose link nobody used in time. */
export async function findByExpiredLink(room: ScaRoom, redirectReference: string): Promise<Authorisation> {
  const authorisation = await findUnused(room, redirectReference);
  if (authorisation.linkUntil > room.now()) throw new Xs2aError('redirectLinkUnknown');
  return authorisation;
}

async function findUnused(room: ScaRoom, redirectReference: string): Promise<Authorisation> {
  const authorisation = await room.authorisations.findOne({ redirectReference, scaApproach: 'REDIRECT' });
  if (authorisation === null || authorisation.scaStatus === 'unconfirmed') throw new Xs2aError('redirectLinkUnknown');
  if (hasEnded(authorisation) && !isOutOfTime(authorisation)) throw new Xs2aError('redirectLinkUnknown');
  return authorisation;
}

/**
 * The authorisation of a browser session. After some minutes without a step the session is over (RTS 2018/389 Art. 4);
 * one that has ended can still be looked at until then.
 */
export function findBySession(room: ScaRoom, token: string): Promise<Authorisation> {
  return findSession(room, room.authorisations, token);
}

/** It failed because its window was over. */
export function isOutOfTime({ scaStatus, openUntil, history }: Authorisation): boolean {
  const endedAt = history.at(-1)?.at;
  return scaStatus === 'failed' && endedAt !== undefined && endedAt >= openUntil;
}

export function hasEnded({ scaStatus }: Authorisation): boolean {
  return isFinal(SCA_STATUS_MACHINE, scaStatus);
}
