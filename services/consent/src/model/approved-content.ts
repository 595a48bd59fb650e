import type { ScaContentOf } from '@xs2a/contracts';
import { type AskedAccess, askedAccess } from './access-models.ts';
import type { Consent } from './consent.ts';

type Approved = Pick<Consent, 'access' | 'recurringIndicator' | 'validUntil' | 'frequencyPerDay'> & AskedAccess;

/** What a PSU approves. */
export function approvedContent(consent: Approved): ScaContentOf<'consent'> {
  const { model, grants, rights, access, recurringIndicator, validUntil, frequencyPerDay } = consent;
  const { restrictedTo } = access;
  const scope = { model, grants, rights, ...(restrictedTo && { restrictedTo }) };
  return { kind: 'consent', ...scope, recurring: recurringIndicator, validUntil, frequencyPerDay };
}

/**
 * The content of a stored consent. As it was asked for it names the accounts of the detailed model alone; once a PSU named
 * them, the next one is asked for exactly those and has nothing to choose (decisions 4 and 6).
 */
export function contentOfConsent(consent: Consent, accounts: 'asked' | 'named'): ScaContentOf<'consent'> {
  const { rights } = askedAccess(consent.access);
  if (consent.model === 'detailed') return approvedContent({ ...consent, rights });
  return approvedContent(
    accounts === 'named' ? { ...consent, model: 'detailed', rights } : { ...consent, grants: [], rights },
  );
}
