import { readFileSync } from 'node:fs';
import { Gauge } from 'prom-client';
import type { Metrics } from '../observability/metrics.ts';

/** The version of a service: that of the `package.json` above `src`, in which the module with this address lies. */
export function versionOf(moduleUrl: string): string {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', moduleUrl), 'utf8')) as { version: string };
  return version;
}

/** Adds a metric with the version as a label, so that a platform sees which versions of a service run. */
export function countVersion({ registry }: Metrics, version: string): void {
  new Gauge({
    name: 'xs2a_version_info',
    help: 'The version of this service',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version }, 1);
}
