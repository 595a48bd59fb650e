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

/** Whether something fits; a password is one whether encrypted or not. */
export function fits(scaApproach: ScaApproach, scaStatus: ScaStatus, kind: Kind): boolean {
  const clear = kind === 'encryptedAuthentication' ? 'authentication' : kind;
  return FITTING[scaApproach][scaStatus]?.includes(clear) ?? false;
}

/** Of data that come at the wrong moment. */
export const UNFIT = 'these data do not fit the present scaStatus';

/** Refuses what does not fit: nothing at all fits what has failed (field guide 12, decided point 4). */
export function refuseUnfit(
  { scaApproach, scaStatus }: { scaApproach: ScaApproach; scaStatus: ScaStatus },
  kind: Kind,
) {
  if (scaStatus === 'failed') throw new Xs2aError('authorisationFailed');
  if (fits(scaApproach, scaStatus, kind)) return;
  throw new Xs2aError('statusInvalid', { text: UNFIT });
}
