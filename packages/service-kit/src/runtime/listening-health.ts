import { HealthServer } from '../observability/health.ts';
import type { Metrics } from '../observability/metrics.ts';
import { listeningFault } from '../settings/check-listeners.ts';
import { SettingsRefusal } from '../settings/settings-refusal.ts';
import type { KitConfig } from './config.ts';

/** Starts the probes. If the port was taken after the check, the error names its variable as well. */
export async function listeningHealth(
  { HEALTH_HOST: host, HEALTH_PORT: port }: KitConfig,
  health: Parameters<typeof HealthServer.listen>[1],
  metrics: Metrics,
): Promise<HealthServer> {
  try {
    return await HealthServer.listen({ host, port }, health, metrics);
  } catch (error) {
    throw new SettingsRefusal([listeningFault(error, { host: 'HEALTH_HOST', port: 'HEALTH_PORT' })], { cause: error });
  }
}
