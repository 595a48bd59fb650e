import type { settleBasketConsents as operation, RequestOf } from '@xs2a/contracts';
import { retryOnConflict } from '@xs2a/service-kit';
import type { Filter } from 'mongodb';
import { authoriseConsent } from '../authorisation/authorise-consent.ts';
import type { ConsentContext } from '../context.ts';
import type { Consent } from '../model/consent.ts';
import { effectiveStatus } from '../model/effective-status.ts';

type Request = RequestOf<typeof operation>;

/**
 * Applies the authorisation or release of a signing basket: its consents become valid with it, or leave it. A consent that ended
 * on its own meanwhile is unchanged. May be repeated.
 */
export async function settleBasket(context: ConsentContext, request: Request): Promise<{ settled: number }> {
  const { basketId, outcome } = request;
  const member = { basketId, consentStatus: 'received' } as const;
  if (outcome === 'released') {
    const { modifiedCount } = await context.consents.updateMany(member, { $unset: { basketId: '' } });
    return { settled: modifiedCount };
  }
  let settled = 0;
  for (const { _id } of await context.consents.find(member, { projection: { _id: 1 } }).toArray()) {
    if (await authoriseMember(context, { ...member, _id }, request)) settled++;
  }
  return { settled };
}

/** Returns false if the consent ended on its own meanwhile. */
function authoriseMember(
  context: ConsentContext,
  member: Filter<Consent>,
  { basketId, signedBy, psu }: Request,
): Promise<boolean> {
  return retryOnConflict(async () => {
    const consent = await context.consents.findOne(member);
    if (consent === null || effectiveStatus(consent, context.now(), context.profile) !== 'received') return false;
    const settlement = {
      authorisationId: basketId,
      parent: { kind: 'basket', id: basketId } as const,
      outcome: 'finalised' as const,
      contentHash: consent.contentHash,
      ...(psu && { psu }),
    };
    // As after a separate approval: all required PSUs have approved the basket.
    const signaturesNeeded = Math.max(1, consent.signaturesNeeded ?? 1, signedBy.length);
    const counted = { where: { basketId }, set: { signedBy, signaturesNeeded } };
    const authorised = await authoriseConsent(context, { ...consent, signedBy }, { settlement, counted });
    return authorised === null ? null : true;
  });
}
