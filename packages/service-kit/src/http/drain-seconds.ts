import { z } from 'zod';

/** Longer than the platform needs to see that a service is not ready, and to tell everybody who sends requests. */
const DEFAULT_SECONDS = 10;

/** The variable `DRAIN_SECONDS` of a service that speaks HTTP. */
export const DrainSeconds = z.coerce.number().min(0).max(600).optional();

/** Seconds for which a service serves on after SIGTERM. In the sandbox none. */
export function drainSeconds({
  DRAIN_SECONDS,
  SANDBOX,
}: {
  DRAIN_SECONDS?: number | undefined;
  SANDBOX: string;
}): number {
  return DRAIN_SECONDS ?? (SANDBOX === 'true' ? 0 : DEFAULT_SECONDS);
}
