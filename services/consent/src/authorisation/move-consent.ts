import { failOpenAuthorisations, type Tally } from '@xs2a/approvals';
import type { Settlement } from '@xs2a/contracts';
import { advance, bankDay } from '@xs2a/service-kit';
import type { ClientSession, Document, Filter } from 'mongodb';
import type { ConsentContext } from '../context.ts';
import type { ConsentKind } from '../model/consent-kind.ts';
import { leaveSigningBasket } from '../model/consent-messages.ts';
import type { ConsentRecord } from '../model/consent-record.ts';
import { guardUnchangedBasket } from '../model/guard-unchanged-basket.ts';

/** Outcome of an authorisation, with the guards and fields of the write that counts it. */
export interface CountedSettlement {
  readonly settlement: Settlement;
  readonly counted: Pick<Tally, 'where' | 'set'>;
}

/**
 * Moves the status of a consent after its authorisation ended. Unless further PSUs must approve, its other open authorisations
 * fail. Returns null if another writer was first.
 */
export function moveConsent<T extends ConsentRecord>(
  { profile, now }: Pick<ConsentContext, 'profile' | 'now'>,
  { parent, stored, collection }: ConsentKind<T>,
  consent: T,
  event: 'authorised' | 'partlyAuthorised' | 'refused',
  { settlement: { authorisationId, psu }, counted }: CountedSettlement,
  more: { readonly set?: Document; readonly session?: ClientSession } = {},
): Promise<T | null> {
  const at = now();
  const isPart = event === 'partlyAuthorised';
  const abandoned = isPart
    ? undefined
    : failOpenAuthorisations(consent, { kind: parent, id: consent._id }, at, authorisationId);
  return advance(stored, collection, consent, event, {
    at,
    by: psu === undefined ? 'sca' : 'psu',
    psuId: psu?.psuId,
    where: { ...guardUnchangedBasket(consent), ...counted.where, ...abandoned?.where } as Filter<T>,
    set: {
      ...counted.set,
      ...abandoned?.set,
      lastActionDate: bankDay(at, profile),
      ...(event === 'authorised' && { authorisedAt: at, psuId: psu?.psuId, corporateId: psu?.corporateId }),
      ...more.set,
    },
    outbox: [...(abandoned?.outbox ?? []), ...(event === 'refused' ? leaveSigningBasket(consent, at) : [])],
    ...(more.session && { session: more.session }),
  });
}
