import { INPUT_AT_START } from '@xs2a/approvals';
import { type ScaApproach, type ScaInput, type ScaStatus, Xs2aError } from '@xs2a/contracts';

type Kind = ScaInput['kind'];

/** Input that a TPP may send in each scaStatus (decision 21). In a redirect, all other steps are between the PSU and its bank. */
export const PERMITTED_INPUT: Record<ScaApproach, Partial<Record<ScaStatus, readonly Kind[]>>> = {
  REDIRECT: {
    received: INPUT_AT_START.REDIRECT,
    unconfirmed: ['confirmation', 'confirmationByToken'],
  },
  DECOUPLED: {
    received: INPUT_AT_START.DECOUPLED,
    // Permits naming the PSU again if its device could not be prompted at first.
    psuIdentified: ['identification', 'authentication', 'methodSelection'],
    psuAuthenticated: ['methodSelection'],
  },
  EMBEDDED: {
    received: INPUT_AT_START.EMBEDDED,
    psuIdentified: ['authentication'],
    psuAuthenticated: ['methodSelection'],
    scaMethodSelected: ['transactionAuthorisation'],
  },
};

export const NOT_PERMITTED_TEXT = 'these data do not fit the present scaStatus';

/** Whether this input is permitted. An encrypted password is permitted wherever a password is. */
export function isPermitted(scaApproach: ScaApproach, scaStatus: ScaStatus, kind: Kind): boolean {
  const permittedAs = kind === 'encryptedAuthentication' ? 'authentication' : kind;
  return PERMITTED_INPUT[scaApproach][scaStatus]?.includes(permittedAs) ?? false;
}

/** Input permitted while the approach is open: the TPP may name the PSU, and picks a method (decision 20). */
const PERMITTED_WHILE_OPEN: Partial<Record<ScaStatus, readonly Kind[]>> = {
  received: ['identification', 'methodSelection'],
  psuIdentified: ['methodSelection'],
};

/** Name of each kind of input in a TPP's request. A token is sent as a header; the confirmation link says so. */
const SENT_AS: Partial<Record<Kind, string>> = {
  identification: 'PSU-ID',
  authentication: 'psuData.password',
  methodSelection: 'authenticationMethodId',
  transactionAuthorisation: 'scaAuthenticationData',
  confirmation: 'confirmationCode',
};

function expectedText(kinds: readonly Kind[] = []): string {
  const names = kinds.flatMap((kind) => SENT_AS[kind] ?? []);
  return names.length === 0 ? ': nothing is expected of the TPP' : `: it expects ${names.join(' or ')}`;
}

/** Refuses input that is not permitted, with a separate error after `failed` (decision 21). */
export function refuseUnlessPermitted(
  {
    scaApproach,
    scaStatus,
    methodsToChoose,
  }: { scaApproach: ScaApproach; scaStatus: ScaStatus; methodsToChoose?: readonly unknown[] | undefined },
  kind: Kind,
): void {
  if (scaStatus === 'failed') throw new Xs2aError('authorisationFailed');
  const isOpen = methodsToChoose !== undefined;
  const whileOpen = PERMITTED_WHILE_OPEN[scaStatus];
  if (isOpen ? whileOpen?.includes(kind) : isPermitted(scaApproach, scaStatus, kind)) return;
  const expected = expectedText(isOpen ? whileOpen : PERMITTED_INPUT[scaApproach][scaStatus]);
  throw new Xs2aError('statusInvalid', { text: `${NOT_PERMITTED_TEXT}, ${scaStatus}${expected}` });
}
