import {
  abandonAuthorisations,
  CONSENT_STATUS_MACHINE,
  type ConsentStatus,
  type Settlement,
  step,
  Xs2aError,
} from '@xs2a/contracts';
import { advance, bankDay, beforeAttempt, hasOpen, outboxEntry, type Tally, tally } from '@xs2a/service-kit';
import type { ClientSession, Document, Filter } from 'mongodb';
import type { ConsentContext } from '../context.ts';
import { type ConsentKind, type ConsentRecord, leaving } from '../model/consent-record.ts';

const ATTEMPTS_MAX = 5;

/** What more happens with an approval of one kind of consent. */
export interface Approving<T> {
  /** Whether the PSU approved the same as those before it; where it did not, it does not count. */
  agrees(consent: T, settlement: Settlement): boolean;
  /** What an approval that counts writes down besides. */
  named(consent: T, settlement: Settlement): Document;
  /** Moves a consent whose last needed approval came; null when something moved at the same moment. */
  authorise(context: ConsentContext, consent: T, settled: Settled): Promise<T | null>;
}

/** A settlement, and what it means for its consent. */
export interface Settled {
  readonly settlement: Settlement;
  readonly counted: Omit<Tally, 'noted'>;
}

/**
 * sca tells how an authorisation ended; idempotent by its id. Every PSU counts once. With the last needed approval the
 * consent becomes valid; with the first refusal it is rejected; what is open besides fails then (field guide 1.5).
 */
export async function settleAuthorisation<T extends ConsentRecord>(
  context: ConsentContext,
  kind: ConsentKind<T>,
  settlement: Settlement,
  approving: Approving<T>,
): Promise<{ consentStatus: ConsentStatus }> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    await beforeAttempt(attempt);
    const consent = await kind.collection.findOne<T>({ _id: settlement.parent.id } as Filter<T>);
    if (consent === null) throw new Xs2aError('authorisationUnknown');
    const settled = { settlement, counted: tally(consent, settlement) };
    const moved = await move(context, kind, consent, settled, approving);
    if (moved === null) continue;
    if (moved !== consent) await context.outbox.deliver(kind.stored, moved);
    return { consentStatus: moved.consentStatus };
  }
  throw new Xs2aError('serviceUnavailable');
}

async function move<T extends ConsentRecord>(
  context: ConsentContext,
  kind: ConsentKind<T>,
  consent: T,
  settled: Settled & { readonly counted: Tally },
  approving: Approving<T>,
): Promise<T | null> {
  const { settlement, counted } = settled;
  const { verdict } = counted;
  // Told before, or the consent ended on another way meanwhile: nothing changes.
  const isOpen = step(CONSENT_STATUS_MACHINE, consent.consentStatus, 'refused') !== undefined;
  if (verdict === 'toldBefore' || !isOpen) return consent;
  if (verdict === 'refused') return moveSettled(context, kind, consent, 'refused', settled);
  // Nobody authorises a member of a basket alone, also who began before it was grouped.
  const isAlone = consent.basketId === undefined;
  if (verdict === 'notCounted' || !isAlone || !approving.agrees(consent, settlement)) {
    return noteOnly(kind, consent, counted);
  }
  if (verdict === 'authorised') return approving.authorise(context, consent, settled);
  return moveSettled(context, kind, consent, 'partlyAuthorised', settled, {
    set: approving.named(consent, settlement),
  });
}

async function noteOnly<T extends ConsentRecord>(
  { collection }: ConsentKind<T>,
  consent: T,
  { where, noted }: Tally,
): Promise<T | null> {
  return collection.findOneAndUpdate({ ...where, _id: consent._id } as Filter<T>, { $set: noted } as never, {
    returnDocument: 'after',
  }) as Promise<T | null>;
}

/** Moves a consent as its authorisation ended. Once it waits for nobody any more, what is open of it fails. */
export function moveSettled<T extends ConsentRecord>(
  { profile, now }: Pick<ConsentContext, 'profile' | 'now'>,
  { parent, stored, collection }: ConsentKind<T>,
  consent: T,
  event: 'authorised' | 'partlyAuthorised' | 'refused',
  { settlement: { authorisationId, psu }, counted }: Settled,
  more: { readonly set?: Document; readonly session?: ClientSession } = {},
): Promise<T | null> {
  const at = now();
  const leavesOpen = event !== 'partlyAuthorised' && hasOpen(consent, authorisationId);
  return advance(stored, collection, consent, event, {
    at,
    by: psu === undefined ? 'sca' : 'psu',
    psuId: psu?.psuId,
    where: { basketId: consent.basketId ?? { $exists: false }, ...counted.where } as Filter<T>,
    set: {
      ...counted.set,
      lastActionDate: bankDay(at, profile),
      ...(event === 'authorised' && { authorisedAt: at, psuId: psu?.psuId, corporateId: psu?.corporateId }),
      ...more.set,
    },
    outbox: [
      ...(leavesOpen ? [outboxEntry(abandonAuthorisations, { parent: { kind: parent, id: consent._id } }, at)] : []),
      ...(event === 'refused' ? leaving(consent, at) : []),
    ],
    ...(more.session && { session: more.session }),
  });
}
