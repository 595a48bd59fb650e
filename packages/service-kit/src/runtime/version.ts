import { readFileSync } from 'node:fs';
import { Gauge } from 'prom-client';
import type { Metrics } from '../observability/metrics.ts';

/** Version of a service, from the `package.json` above `src`. The argument is the URL of a module in `src`. */
export function versionOf(moduleUrl: string): string {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', moduleUrl), 'utf8')) as { version: string };
  return version;
}

/** Adds a metric with the version as a label, so that a platform sees the running versions. */
export function registerVersionMetric({ registry }: Metrics, version: string): void {
  new Gauge({
    name: 'xs2a_version_info',
    help: 'The version of this service',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version }, 1);
}
