import { type settleBasketConsents as operation, type RequestOf, Xs2aError } from '@xs2a/contracts';
import { beforeAttempt } from '@xs2a/service-kit';
import type { Filter } from 'mongodb';
import { authoriseConsent } from '../authorisation/authorise-consent.ts';
import type { ConsentContext } from '../context.ts';
import type { Consent } from '../model/consent.ts';

const ATTEMPTS_MAX = 5;

type Request = RequestOf<typeof operation>;

/**
 * A signing basket ended: the consents in it become valid with it, or are free again. What ended alone meanwhile stays as it
 * ended. May be repeated.
 */
export async function settleBasket(context: ConsentContext, request: Request): Promise<{ settled: number }> {
  const { basketId, outcome } = request;
  const waiting = { basketId, consentStatus: 'received' } as const;
  if (outcome === 'released') {
    const { modifiedCount } = await context.consents.updateMany(waiting, { $unset: { basketId: '' } });
    return { settled: modifiedCount };
  }
  let settled = 0;
  for (const { _id } of await context.consents.find(waiting, { projection: { _id: 1 } }).toArray()) {
    if (await authorise(context, { ...waiting, _id }, request)) settled++;
  }
  return { settled };
}

async function authorise(
  context: ConsentContext,
  waiting: Filter<Consent>,
  { basketId, signedBy, psu }: Request,
): Promise<boolean> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    await beforeAttempt(attempt);
    const consent = await context.consents.findOne(waiting);
    if (consent === null) return false;
    const settlement = {
      authorisationId: basketId,
      parent: { kind: 'basket', id: basketId } as const,
      outcome: 'finalised' as const,
      contentHash: consent.contentHash,
      ...(psu && { psu }),
    };
    const counted = { verdict: 'authorised', where: { basketId }, set: { signedBy } } as const;
    if ((await authoriseConsent(context, { ...consent, signedBy }, { settlement, counted })) !== null) return true;
  }
  throw new Xs2aError('statusConflict');
}
