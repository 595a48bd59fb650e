/** A broken rule, described for the developer of the connector. */
export class Fault extends Error {}

/** Something that cannot be tried with this bank. */
export class NotTried extends Error {}

export function demand(holds: boolean, fault: string): asserts holds {
  if (!holds) throw new Fault(fault);
}
