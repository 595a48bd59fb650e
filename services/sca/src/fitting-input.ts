import { type ScaApproach, type ScaInput, type ScaStatus, Xs2aError } from '@xs2a/contracts';

type Kind = ScaInput['kind'];

/** What a TPP may send in which status (field guide 1.3); in a redirect the rest is between the PSU and its bank. */
export const FITTING: Record<ScaApproach, Partial<Record<ScaStatus, readonly Kind[]>>> = {
  REDIRECT: {
    received: ['identification'],
    unconfirmed: ['confirmation'],
  },
  DECOUPLED: {
    received: ['identification', 'authentication'],
    psuIdentified: ['authentication', 'methodSelection'],
    psuAuthenticated: ['methodSelection'],
  },
  EMBEDDED: {
    received: ['identification', 'authentication'],
    psuIdentified: ['authentication'],
    psuAuthenticated: ['methodSelection'],
    scaMethodSelected: ['transactionAuthorisation'],
  },
};

/** Refuses what does not fit: nothing at all fits what has failed (field guide 12, decided point 4). */
export function refuseUnfit(
  { scaApproach, scaStatus }: { scaApproach: ScaApproach; scaStatus: ScaStatus },
  kind: Kind,
) {
  if (scaStatus === 'failed') throw new Xs2aError('authorisationFailed');
  if (FITTING[scaApproach][scaStatus]?.includes(kind)) return;
  throw new Xs2aError('statusInvalid', { text: 'these data do not fit the present scaStatus' });
}
