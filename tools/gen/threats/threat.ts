/** What an attack does (STRIDE). */
type Kind = 'spoofing' | 'tampering' | 'repudiation' | 'disclosure' | 'denial' | 'elevation';

export interface Threat {
  readonly kind: Kind;
  readonly threat: string;
  readonly control: string;
  /** Files whose tests fail without the control. */
  readonly tests: readonly string[];
  /** What is not covered yet, said plainly. */
  readonly open?: string;
}

export interface Boundary {
  readonly name: string;
  /** Who stands on its other side. */
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
