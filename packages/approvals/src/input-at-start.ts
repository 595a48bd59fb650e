import { type PsuData, type ScaApproach, type ScaInput, type ScaMethod, Xs2aError } from '@xs2a/contracts';

type Kind = ScaInput['kind'];

/** The data of the PSU that an authorisation may be started with. In a redirect all but the name is between the PSU and its bank. */
export const INPUT_AT_START: Readonly<Record<ScaApproach, readonly Kind[]>> = {
  REDIRECT: ['identification'],
  DECOUPLED: ['identification', 'authentication'],
  EMBEDDED: ['identification', 'authentication'],
};

interface Begun {
  readonly scaApproach: ScaApproach;
  /** The approach follows from the method: it is no input any more. */
  readonly pickedMethod?: ScaMethod;
}

/** Whether an authorisation may be started with this input. The choice of a device may come together with the name of the PSU. */
export function mayStartWith({ scaApproach, pickedMethod }: Begun, kind: Kind, psu: PsuData | undefined): boolean {
  if (kind === 'methodSelection')
    return pickedMethod !== undefined || (scaApproach === 'DECOUPLED' && psu !== undefined);
  return INPUT_AT_START[scaApproach].includes(kind === 'encryptedAuthentication' ? 'authentication' : kind);
}

/**
 * Refuses a start with input that it does not take, before anything is stored: an error has no `scaRedirect`, without which the
 * TPP could not use the authorisation.
 */
export function refuseInputAtStart(begun: Begun, input: ScaInput | undefined, psu: PsuData | undefined): void {
  if (input === undefined || mayStartWith(begun, input.kind, psu)) return;
  const text = `the approach is ${begun.scaApproach}, which is not started with such data: nothing was started, send the start without them`;
  throw new Xs2aError('statusInvalid', { text, remedy: 'startAuthorisation' });
}
