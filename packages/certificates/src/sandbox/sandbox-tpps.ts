import { type Situation, TppRole } from '@xs2a/contracts';

export interface SandboxTpp {
  readonly name: string;
  readonly roles: readonly TppRole[];
  /** The error with which its certificate is refused. */
  readonly refused?: Situation;
}

const ALL = TppRole.options;
export const SANDBOX_TPP = 'PSDHR-HNB-SANDBOX';

/** TPPs of the sandbox, by the organizationIdentifier of their certificates. */
export const SANDBOX_TPPS: ReadonlyMap<string, SandboxTpp> = new Map([
  [SANDBOX_TPP, { name: 'Sandbox TPP', roles: ALL }],
  ['PSDHR-HNB-AISONLY', { name: 'Sandbox AISP', roles: ['AISP'] }],
  ['PSDHR-HNB-PISONLY', { name: 'Sandbox PISP', roles: ['PISP'] }],
  ['PSDHR-HNB-PIISONLY', { name: 'Sandbox PIISP', roles: ['PIISP'] }],
  ['PSDHR-HNB-OTHER', { name: 'Other sandbox TPP', roles: ALL }],
  ['PSDHR-HNB-EXPIRED', { name: 'Expired', roles: ALL, refused: 'certificateExpired' }],
  ['PSDHR-HNB-REVOKED', { name: 'Revoked', roles: ALL, refused: 'certificateRevoked' }],
  ['PSDHR-HNB-BLOCKED', { name: 'Blocked', roles: ALL, refused: 'certificateBlocked' }],
  ['PSDHR-HNB-SELFSIGNED', { name: 'Self-signed', roles: ALL, refused: 'certificateInvalid' }],
] satisfies [string, SandboxTpp][]);
