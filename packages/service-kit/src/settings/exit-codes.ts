/** How services and commands end. `docs/operations/start.md` has a table of it. */
export const EXIT_CODES = {
  /** Done; of a service: it was told to stop, and has finished its work. */
  done: 0,
  /** What was asked for is not so, or was not done: a check failed, a difference is left, a fault of the program. */
  failed: 1,
  /** Arguments, settings, or files that they name are wrong. Repeating changes nothing. */
  unusable: 2,
  /** The bus, a database or another service did not answer. It may be repeated. */
  away: 3,
} as const;
