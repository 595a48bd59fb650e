import { type PsuData, type ScaApproach, type ScaInput, type ScaMethod, Xs2aError } from '@xs2a/contracts';

type Kind = ScaInput['kind'];

/** PSU data with which an authorisation can be started. In the redirect approach, only the PSU's name comes from the TPP. */
export const INPUT_AT_START: Readonly<Record<ScaApproach, readonly Kind[]>> = {
  REDIRECT: ['identification'],
  DECOUPLED: ['identification', 'authentication'],
  EMBEDDED: ['identification', 'authentication'],
};

interface ApproachOfStart {
  readonly scaApproach: ScaApproach;
  /** The chosen method if it determines the approach; it is then not part of the input. */
  readonly pickedMethod?: ScaMethod;
}

/** Whether an authorisation can be started with this input. A device may be chosen together with the name of the PSU. */
export function mayStartWith(
  { scaApproach, pickedMethod }: ApproachOfStart,
  kind: Kind,
  psu: PsuData | undefined,
): boolean {
  if (kind === 'methodSelection')
    return pickedMethod !== undefined || (scaApproach === 'DECOUPLED' && psu !== undefined);
  return INPUT_AT_START[scaApproach].includes(kind === 'encryptedAuthentication' ? 'authentication' : kind);
}

/**
 * Refuses a start with unsuitable input before anything is stored: an error contains no `scaRedirect`, without which the TPP
 * could not use the authorisation.
 */
export function refuseInputAtStart(
  approach: ApproachOfStart,
  input: ScaInput | undefined,
  psu: PsuData | undefined,
): void {
  if (input === undefined || mayStartWith(approach, input.kind, psu)) return;
  const text = `the approach is ${approach.scaApproach}, which is not started with such data: nothing was started, send the start without them`;
  throw new Xs2aError('statusInvalid', { text, remedy: 'startAuthorisation' });
}
