import type { listPsuConsents as operation, PsuConsent, ReplyOf, RequestOf } from '@xs2a/contracts';
import type { Collection, Filter } from 'mongodb';
import type { ConsentContext } from '../context.ts';
import type { ConsentRecord } from '../model/consent-record.ts';
import { filterConsentsOfPsu } from '../model/filter-consents-of-psu.ts';
import { accountConsentView, fundsConsentView } from './psu-consent-view.ts';
import { recentAccesses } from './recent-accesses.ts';

/** Maximum number of ended consents of each kind: a reply stays far below the limit of the bus. All valid ones are shown. */
const ENDED_MAX = 500;

type Request = RequestOf<typeof operation>;

/**
 * Returns the consents that a PSU granted, for the portal of version 1.0.0: first those that are valid now, then the latest of
 * those that have ended.
 */
export async function listPsuConsents(context: ConsentContext, request: Request): Promise<ReplyOf<typeof operation>> {
  await context.attendedUses.flush();
  const [ofAccounts, ofFunds] = await Promise.all([
    listGranted(context.consents, request),
    listGranted(context.fundsConsents, request),
  ]);
  const shown = [
    ...ofAccounts.shown.map((consent) => accountConsentView(context, consent)),
    ...ofFunds.shown.map((consent) => fundsConsentView(context, consent)),
  ].toSorted((one, other) => (one.authorisedAt < other.authorisedAt ? 1 : -1));
  const isValid = ({ consentStatus }: PsuConsent): boolean => consentStatus === 'valid';
  const consents = [...shown.filter(isValid), ...shown.filter((consent) => !isValid(consent))];
  // Accesses to a consent are shown only to its own PSU.
  const own = consents.find(({ consentId }) => consentId === request.accessesOf);
  const moreEnded = (ofAccounts.moreEnded || ofFunds.moreEnded) && { moreEnded: true as const };
  return { consents, ...moreEnded, ...(own && { accesses: await recentAccesses(context, own.consentId) }) };
}

async function listGranted<T extends ConsentRecord>(
  consents: Collection<T>,
  request: Request,
): Promise<{ shown: T[]; moreEnded: boolean }> {
  const own = filterConsentsOfPsu(request);
  const newestFirst = { authorisedAt: -1 } as const;
  const [valid, ended] = await Promise.all([
    consents.find<T>({ ...own, consentStatus: 'valid' } as Filter<T>).toArray(),
    consents
      .find<T>({ ...own, consentStatus: { $ne: 'valid' } } as unknown as Filter<T>)
      .sort(newestFirst)
      .limit(ENDED_MAX + 1)
      .toArray(),
  ]);
  return { shown: [...valid, ...ended.slice(0, ENDED_MAX)], moreEnded: ended.length > ENDED_MAX };
}
