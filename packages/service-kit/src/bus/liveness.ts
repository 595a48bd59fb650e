/**
 * Times by which callers and receivers distinguish a slow process from a hanging one (decision 35). A receiver that has not
 * answered yet sends heartbeats. A caller that gets neither asks another replica.
 */
export const LIVENESS = {
  /** Milliseconds until a receiver that has not answered sends its first sign of life. */
  signAfterMs: 200,
  /** Milliseconds between further signs. */
  signEveryMs: 400,
  /** Milliseconds after which a request in transit is not started any more, because its caller may have asked another replica. */
  startWithinMs: 400,
  /** Milliseconds without answer or sign of life after which a caller asks another replica. Leaves time for a sign to arrive. */
  silenceMs: 700,
  /** Milliseconds for a replica to answer a probe. */
  probeMs: 250,
  /** Milliseconds between two probes of a silent replica. */
  probeEveryMs: 500,
  /** Milliseconds after its last reply during which a service without receivers is expected back. */
  recentMs: 5_000,
} as const;
