import {
  type listPsuConsents as operation,
  type PsuConsent,
  type ReplyOf,
  type RequestOf,
  shownTppName,
} from '@xs2a/contracts';
import { bankDay } from '@xs2a/service-kit';
import type { Collection, Filter } from 'mongodb';
import type { ConsentContext } from '../context.ts';
import type { Consent } from '../model/consent.ts';
import type { ConsentRecord } from '../model/consent-record.ts';
import { effectiveStatus } from '../model/effective-status.ts';
import type { FundsConsent } from '../model/funds-consent.ts';
import { recentAccesses } from './recent-accesses.ts';

/** Ended consents of each kind that are shown: a reply stays far below what the bus carries. All valid ones are shown. */
const ENDED_MAX = 500;

type Request = RequestOf<typeof operation>;

/** The consents that a PSU granted: first those that are valid now, then the latest of those that have ended. */
export async function listPsuConsents(context: ConsentContext, request: Request): Promise<ReplyOf<typeof operation>> {
  await context.attendedUses.flush();
  const [ofAccounts, ofFunds] = await Promise.all([
    grantedBy(context.consents, request),
    grantedBy(context.fundsConsents, request),
  ]);
  const shown = [
    ...ofAccounts.shown.map((consent) => accountConsentView(context, consent)),
    ...ofFunds.shown.map((consent) => fundsConsentView(context, consent)),
  ].toSorted((one, other) => (one.authorisedAt < other.authorisedAt ? 1 : -1));
  const isValid = ({ consentStatus }: PsuConsent): boolean => consentStatus === 'valid';
  const consents = [...shown.filter(isValid), ...shown.filter((consent) => !isValid(consent))];
  // Accesses to a consent of somebody else are nobody's business.
  const own = consents.find(({ consentId }) => consentId === request.accessesOf);
  const moreEnded = (ofAccounts.moreEnded || ofFunds.moreEnded) && { moreEnded: true as const };
  return { consents, ...moreEnded, ...(own && { accesses: await recentAccesses(context, own.consentId) }) };
}

async function grantedBy<T extends ConsentRecord>(
  consents: Collection<T>,
  { psuId, corporateId }: Request,
): Promise<{ shown: T[]; moreEnded: boolean }> {
  const own = { signedBy: psuId, authorisedAt: { $exists: true }, ...(corporateId !== undefined && { corporateId }) };
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

function accountConsentView(context: ConsentContext, consent: Consent): PsuConsent {
  const { uses, grants, recurringIndicator, frequencyPerDay } = consent;
  return {
    kind: 'consent',
    ...fieldsOf(context, consent),
    grants,
    recurringIndicator,
    frequencyPerDay,
    usesInAll: uses?.inAll ?? 0,
    usesToday: uses?.day === bankDay(context.now(), context.profile) ? uses.onDay : 0,
    ...(uses && { lastUsedAt: uses.lastAt.toISOString() }),
  };
}

function fundsConsentView(context: ConsentContext, consent: FundsConsent): PsuConsent {
  const grants = consent.accounts.map((account) => ({ account, rights: [] }));
  return { kind: 'fundsConsent', ...fieldsOf(context, consent), grants };
}

/** What the dashboard shows of both kinds. */
function fieldsOf({ now, profile }: ConsentContext, consent: ConsentRecord): Omit<PsuConsent, 'kind' | 'grants'> {
  const { tppId, validUntil } = consent;
  return {
    consentId: consent._id,
    tppName: shownTppName(consent.tppName ?? tppId, tppId, profile.aspspName),
    tppId,
    ...(validUntil !== undefined && { validUntil }),
    consentStatus: effectiveStatus(consent, now(), profile),
    authorisedAt: (consent.authorisedAt ?? consent.authoriseUntil).toISOString(),
    history: consent.history.map(({ at, event, to, by }) => ({
      at: at.toISOString(),
      event,
      consentStatus: to as PsuConsent['consentStatus'],
      by: by === 'psu' ? 'psu' : by === tppId ? 'tpp' : 'aspsp',
    })),
  };
}
