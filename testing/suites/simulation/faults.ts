/** Probabilities of faults. All zero while the system recovers. */
export interface Faults {
  /** A message on the bus is lost. */
  lose: number;
  /** A message is delivered twice. */
  repeat: number;
  /** A message arrives seconds late, after later ones. */
  delay: number;
  /** The database loses the connection, before or after an operation. */
  disconnect: number;
}
