import type { MetricValueWithName, Registry } from 'prom-client';

export const OPEN_METRICS = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

interface Value extends Pick<MetricValueWithName<string>, 'labels' | 'value'> {
  readonly metricName?: string;
  readonly exemplar?: { labelSet: Record<string, string>; value: number; timestamp: number } | null;
}

/** Whether a scraper prefers OpenMetrics, the format with exemplars. */
export function wantsOpenMetrics(accept: string | undefined): boolean {
  return accept?.includes('application/openmetrics-text') ?? false;
}

/**
 * Writes all metrics as OpenMetrics 1.0. prom-client can do so too, but then renames its counters permanently, which would change
 * the names in later scrapes of the older format.
 */
export async function toOpenMetrics(registry: Registry): Promise<string> {
  const metrics = (await registry.getMetricsAsJSON()) as unknown as {
    name: string;
    help: string;
    type: string;
    values: Value[];
  }[];
  const lines = metrics.flatMap(({ name, help, type, values }) => {
    const family = type === 'counter' ? name.replace(/_total$/, '') : name;
    const sample = (own = name): string => (type === 'counter' ? `${family}_total` : own);
    return [
      `# HELP ${family} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
      `# TYPE ${family} ${type}`,
      ...values.map(({ metricName, labels, value, exemplar }) => {
        const traced = exemplar ? ` # ${listed(exemplar.labelSet)} ${exemplar.value} ${exemplar.timestamp}` : '';
        return `${sample(metricName)}${listed(labels)} ${number(value)}${traced}`;
      }),
    ];
  });
  return `${lines.join('\n')}\n# EOF\n`;
}

function listed(labels: Partial<Record<string, string | number>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(String(value))}`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function number(value: number): string {
  return value === Infinity ? '+Inf' : value === -Infinity ? '-Inf' : String(value);
}
