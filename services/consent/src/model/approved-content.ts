import type { ScaContentOf } from '@xs2a/contracts';
import { type AskedAccess, askedAccess } from './access-models.ts';
import type { Consent } from './consent.ts';
import type { FundsConsent } from './funds-consent.ts';

type Approved = Pick<
  Consent,
  'access' | 'recurringIndicator' | 'validUntil' | 'frequencyPerDay' | 'combinedServiceIndicator'
> &
  AskedAccess;

/** Returns the content that a PSU approves when it grants access to accounts. */
export function consentContent(consent: Approved): ScaContentOf<'consent'> {
  const { model, grants, rights, ownerName, access, recurringIndicator, validUntil, frequencyPerDay } = consent;
  const { restrictedTo } = access;
  const session = consent.combinedServiceIndicator && { combinedServiceIndicator: true as const };
  const names = model !== 'detailed' && ownerName === true && { ownerName };
  const scope = { model, grants, rights, ...names, ...(restrictedTo && { restrictedTo }) };
  return { kind: 'consent', ...scope, recurring: recurringIndicator, validUntil, frequencyPerDay, ...session };
}

/**
 * Returns the content of a stored consent for approval. `asked`: as requested by the TPP, with accounts in the detailed model
 * only. `named`: with the accounts that an earlier PSU named; the next PSU approves exactly those and has no choice
 * (docs/decisions/0006-approvals.md).
 */
export function storedConsentContent(consent: Consent, accounts: 'asked' | 'named'): ScaContentOf<'consent'> {
  // The right to owner names is stored with the consent; the profile may have changed since.
  const { rights } = askedAccess(consent.access, { ownerNames: 'never', trustedBeneficiaries: false });
  if (consent.model === 'detailed') return consentContent({ ...consent, rights });
  return consentContent(
    accounts === 'named' ? { ...consent, model: 'detailed', rights } : { ...consent, grants: [], rights },
  );
}

/** Returns the content that a PSU approves when it permits confirmations of funds. */
export function fundsConsentContent({
  content,
  accounts,
  validUntil,
}: Pick<FundsConsent, 'content' | 'accounts' | 'validUntil'>): ScaContentOf<'fundsConsent'> {
  const { cardNumber, cardInformation, registrationInformation } = content;
  return {
    kind: 'fundsConsent',
    accounts,
    maskedPan: cardNumber,
    cardInformation,
    registrationInformation,
    validUntil,
  };
}
