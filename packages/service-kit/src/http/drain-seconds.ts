import { z } from 'zod';

/** Longer than the platform needs to notice that a service is not ready and to reroute requests. */
const DEFAULT_SECONDS = 10;

/** Variable `DRAIN_SECONDS` of an HTTP service. */
export const DrainSeconds = z.coerce.number().min(0).max(600).optional();

/** Seconds for which a service keeps serving after SIGTERM; zero in a sandbox. */
export function drainSeconds({
  DRAIN_SECONDS,
  SANDBOX,
}: {
  DRAIN_SECONDS?: number | undefined;
  SANDBOX: string;
}): number {
  return DRAIN_SECONDS ?? (SANDBOX === 'true' ? 0 : DEFAULT_SECONDS);
}
