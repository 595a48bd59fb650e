/** Probabilities of faults. All zero while the system recovers. */
export interface Faults {
  /** A message of the broker is lost. */
  lose: number;
  /** It is delivered twice. */
  repeat: number;
  /** It comes seconds late, behind later ones. */
  delay: number;
  /** The database loses the connection, before an operation or after it. */
  disconnect: number;
}
