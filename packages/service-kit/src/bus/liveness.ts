/**
 * How callers and receivers tell a process that is slow from one that hangs (decision 35). A receiver that has not
 * answered says that it is at work, and goes on saying it. A caller that hears neither asks another replica.
 */
export const LIVENESS = {
  /** Milliseconds after which a receiver that has not answered says that it is at work. */
  signAfterMs: 200,
  /** Milliseconds between further signs. */
  signEveryMs: 400,
  /** Milliseconds after which a request on its way is not begun any more: its caller may have asked elsewhere. */
  startWithinMs: 400,
  /** Milliseconds without answer and sign after which a caller asks elsewhere: a sign has had time to arrive. */
  silenceMs: 700,
  /** Milliseconds for a replica to answer a probe. */
  probeMs: 250,
  /** Milliseconds between the probes of a replica that was silent. */
  probeEveryMs: 500,
  /** Milliseconds after its last reply for which a service that nobody serves is expected back. */
  recentMs: 5_000,
} as const;
