/** Kind of attack (STRIDE). */
type Kind = 'spoofing' | 'tampering' | 'repudiation' | 'disclosure' | 'denial' | 'elevation';

export interface Threat {
  readonly kind: Kind;
  readonly threat: string;
  readonly control: string;
  /** Files whose tests fail without the control. */
  readonly tests: readonly string[];
  /** Gaps in the protection. */
  readonly open?: string;
}

export interface Boundary {
  readonly name: string;
  /** Attacker. */
  readonly actor: string;
  readonly threats: readonly Threat[];
}

export const row = (kind: Kind, threat: string, control: string, tests: readonly string[], open?: string): Threat => ({
  kind,
  threat,
  control,
  tests,
  ...(open !== undefined && { open }),
});
