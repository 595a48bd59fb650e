import { type PsuConsent, shownTppName } from '@xs2a/contracts';
import { bankDay } from '@xs2a/service-kit';
import type { ConsentContext } from '../context.ts';
import type { Consent } from '../model/consent.ts';
import type { ConsentRecord } from '../model/consent-record.ts';
import { effectiveStatus } from '../model/effective-status.ts';
import type { FundsConsent } from '../model/funds-consent.ts';

/** Returns the PSU's view of a consent to read accounts. */
export function accountConsentView(context: ConsentContext, consent: Consent): PsuConsent {
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

/** Returns the PSU's view of a consent to confirm funds. */
export function fundsConsentView(context: ConsentContext, consent: FundsConsent): PsuConsent {
  const grants = consent.accounts.map((account) => ({ account, rights: [] }));
  return { kind: 'fundsConsent', ...fieldsOf(context, consent), grants };
}

/** Returns the fields common to both kinds. */
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
