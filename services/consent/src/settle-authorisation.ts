import { CONSENT_STATUS_MACHINE, type ConsentStatus, type Settlement, step, Xs2aError } from '@xs2a/contracts';
import { advance, bankDay } from '@xs2a/service-kit';
import type { ClientSession, Document, Filter } from 'mongodb';
import type { ConsentKind, ConsentRecord } from './consent-record.ts';
import type { ConsentRoom } from './room.ts';

const ATTEMPTS_MAX = 5;

type Authorise<T> = (room: ConsentRoom, consent: T, settlement: Settlement) => Promise<T | null>;

/**
 * sca tells how an authorisation ended; idempotent by its id. With the last needed approval the consent becomes valid;
 * `authorise` moves it where more happens with that.
 */
export async function settleAuthorisation<T extends ConsentRecord>(
  room: ConsentRoom,
  kind: ConsentKind<T>,
  settlement: Settlement,
  authorise: Authorise<T> = (_, consent) => moveSettled(room, kind, consent, 'authorised', settlement),
): Promise<{ consentStatus: ConsentStatus }> {
  const { parent, contentHash, authorisationId } = settlement;
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    const consent = await kind.collection.findOne<T>({ _id: parent.id, contentHash } as Filter<T>);
    const authorisation = consent?.authorisations.find(({ id }) => id === authorisationId);
    if (consent === null || authorisation === undefined) throw new Xs2aError('authorisationUnknown');
    const event = settlement.outcome === 'failed' ? 'refused' : 'authorised';
    const possible = step(CONSENT_STATUS_MACHINE, consent.consentStatus, event) !== undefined;
    // Told before, or the consent ended on another way meanwhile: nothing changes.
    if (authorisation.outcome !== undefined || !possible) return { consentStatus: consent.consentStatus };
    const settled = await (event === 'refused'
      ? moveSettled(room, kind, consent, event, settlement)
      : authorise(room, consent, settlement));
    if (settled !== null) return { consentStatus: settled.consentStatus };
  }
  throw new Xs2aError('serviceUnavailable');
}

/** Moves a consent as its authorisation ended, and notes the outcome and the PSU with it. */
export function moveSettled<T extends ConsentRecord>(
  { profile, now }: Pick<ConsentRoom, 'profile' | 'now'>,
  { stored, collection }: ConsentKind<T>,
  consent: T,
  event: 'authorised' | 'refused',
  { authorisationId, outcome, psu }: Settlement,
  more: { readonly set?: Document; readonly session?: ClientSession } = {},
): Promise<T | null> {
  const at = now();
  return advance(stored, collection, consent, event, {
    at,
    by: psu === undefined ? 'sca' : 'psu',
    psuId: psu?.psuId,
    where: { authorisations: { $elemMatch: { id: authorisationId, outcome: { $exists: false } } } },
    set: {
      'authorisations.$.outcome': outcome,
      lastActionDate: bankDay(at, profile),
      ...(event === 'authorised' && { authorisedAt: at, psuId: psu?.psuId, corporateId: psu?.corporateId }),
      ...more.set,
    },
    ...(more.session && { session: more.session }),
  });
}
