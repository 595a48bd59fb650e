import { type PsuData, type Remedy, type ScaApproach, type ScaInput, type ScaStatus, Xs2aError } from '@xs2a/contracts';
import type { Authorisation } from '../model/authorisation.ts';

/** Input that does not name a PSU: it belongs to the PSU that was named, or has authenticated. */
const WITHOUT_PSU: readonly ScaInput['kind'][] = [
  'methodSelection',
  'transactionAuthorisation',
  'confirmation',
  'confirmationByToken',
];

/** Link to the present step. */
const CURRENT_STEP_LINKS: Partial<Record<ScaApproach, Partial<Record<ScaStatus, Remedy>>>> = {
  EMBEDDED: {
    received: 'updatePsuAuthentication',
    psuIdentified: 'updatePsuAuthentication',
    scaMethodSelected: 'authoriseTransaction',
  },
  DECOUPLED: { received: 'updatePsuIdentification', psuIdentified: 'updatePsuIdentification' },
};

/**
 * Returns the PSU that the TPP names, now or earlier. Refuses a PSU other than before, and one that has already approved: the TPP
 * knows both from its own calls.
 */
export function expectedPsu(
  authorisation: Pick<Authorisation, 'namedPsu' | 'namedCompany' | 'psu' | 'signedBy' | 'scaApproach' | 'scaStatus'>,
  sent: PsuData | undefined,
): PsuData {
  const { namedPsu, namedCompany, psu, signedBy } = authorisation;
  const before = namedPsu?.psuId ?? psu?.psuId;
  const psuId = sent?.psuId ?? before;
  if (psuId === undefined) {
    const text = 'is needed: the authorisation begins with the name of the PSU';
    throw new Xs2aError('headerInvalid', { path: 'PSU-ID', text });
  }
  if (before !== undefined && before !== psuId) throw otherPsu(authorisation);
  if (signedBy.includes(psuId)) throw new Xs2aError('signedAlready', { path: 'PSU-ID' });
  return { ...(namedCompany !== undefined && { corporateId: namedCompany }), ...namedPsu, ...sent, psuId };
}

/**
 * Refuses a method, a code or a confirmation for a PSU other than the one that has authenticated or was named. Does not reveal
 * who signed in on the bank's page.
 */
export function refuseOtherPsu(
  authorisation: Pick<Authorisation, 'namedPsu' | 'psu' | 'scaApproach' | 'scaStatus'>,
  kind: ScaInput['kind'],
  sent: PsuData | undefined,
): void {
  const { namedPsu, psu, scaApproach } = authorisation;
  if (sent === undefined || !WITHOUT_PSU.includes(kind)) return;
  const expected = namedPsu?.psuId ?? (scaApproach === 'REDIRECT' ? undefined : psu?.psuId);
  if (expected === undefined || expected === sent.psuId) return;
  throw otherPsu(authorisation);
}

/** The step requires the PSU that was named before. It used up no attempt. */
function otherPsu({ scaApproach, scaStatus }: Pick<Authorisation, 'scaApproach' | 'scaStatus'>): Xs2aError {
  const remedy = CURRENT_STEP_LINKS[scaApproach]?.[scaStatus] ?? 'scaStatus';
  return new Xs2aError('psuCredentialsInvalid', { path: 'PSU-ID', text: 'another PSU was named before', remedy });
}

/** Returns the authorisation with the company that the TPP named earlier, or names now for the first time. */
export function withNamedCompany(authorisation: Authorisation, sent: string | undefined): Authorisation {
  const { namedCompany = sent } = authorisation;
  if (namedCompany === undefined) return authorisation;
  if (sent !== undefined && sent !== namedCompany) {
    throw new Xs2aError('psuCredentialsInvalid', {
      path: 'PSU-Corporate-ID',
      text: 'another company was named before',
    });
  }
  return { ...authorisation, namedCompany };
}
