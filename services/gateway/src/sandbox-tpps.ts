import { type Situation, type Tpp, TppRole, Xs2aError } from '@xs2a/contracts';

interface SandboxTpp {
  readonly name: string;
  readonly roles: readonly TppRole[];
  /** What its certificate is refused with. */
  readonly refused?: Situation;
}

const ALL = TppRole.options;
const DEFAULT_ID = 'PSDHR-HNB-SANDBOX';

/** The TPPs of the sandbox, by the organizationIdentifier that their certificates would hold. */
export const SANDBOX_TPPS: ReadonlyMap<string, SandboxTpp> = new Map([
  [DEFAULT_ID, { name: 'Sandbox TPP', roles: ALL }],
  ['PSDHR-HNB-AISONLY', { name: 'Sandbox AISP', roles: ['AISP'] }],
  ['PSDHR-HNB-PISONLY', { name: 'Sandbox PISP', roles: ['PISP'] }],
  ['PSDHR-HNB-PIISONLY', { name: 'Sandbox PIISP', roles: ['PIISP'] }],
  ['PSDHR-HNB-OTHER', { name: 'Other sandbox TPP', roles: ALL }],
  ['PSDHR-HNB-EXPIRED', { name: 'Expired', roles: ALL, refused: 'certificateExpired' }],
  ['PSDHR-HNB-REVOKED', { name: 'Revoked', roles: ALL, refused: 'certificateRevoked' }],
  ['PSDHR-HNB-BLOCKED', { name: 'Blocked', roles: ALL, refused: 'certificateBlocked' }],
  ['PSDHR-HNB-SELFSIGNED', { name: 'Self-signed', roles: ALL, refused: 'certificateInvalid' }],
] satisfies [string, SandboxTpp][]);

/** The TPP that a call of the sandbox names, or the one that stands for nobody in particular. */
export function sandboxTpp(id: string = DEFAULT_ID): Tpp {
  const known = SANDBOX_TPPS.get(id);
  if (known === undefined) throw new Xs2aError('certificateInvalid', { path: 'X-Sandbox-TPP' });
  if (known.refused !== undefined) throw new Xs2aError(known.refused);
  return { id, name: known.name, roles: [...known.roles] };
}
