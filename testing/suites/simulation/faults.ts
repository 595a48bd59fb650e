/** How often what goes wrong does go wrong. All zero while the system is left to recover. */
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
