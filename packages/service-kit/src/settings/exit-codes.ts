/** Exit codes of services and commands. `docs/operations/start.md` has the table. */
export const EXIT_CODES = {
  /** Done; of a service: it was told to stop, and has finished its work. */
  done: 0,
  /** A check failed, a difference remains, or the program has a fault. */
  failed: 1,
  /** Arguments, settings, or files that they name are wrong. Repeating changes nothing. */
  unusable: 2,
  /** The bus, a database or another service did not answer. It may be repeated. */
  away: 3,
} as const;
