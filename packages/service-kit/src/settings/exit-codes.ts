/** Exit codes of services and commands. `docs/operations/start.md` has the table. */
export const EXIT_CODES = {
  /** Success. A service was told to stop and has finished its work. */
  done: 0,
  /** A check failed, or a difference remains; of a service, also a fault of its own. */
  failed: 1,
  /** Arguments, settings or their files are wrong. A retry does not help. */
  unusable: 2,
  /** The bus, a database or another service did not answer. A retry may succeed. */
  away: 3,
  /** For commands: a program fault, which must not be mistaken for a result. Same code as EX_SOFTWARE of sysexits.h. */
  faulty: 70,
} as const;
