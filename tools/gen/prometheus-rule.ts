import { readFileSync } from 'node:fs';

const ALERTS = new URL('../../deploy/monitoring/alerts.yaml', import.meta.url);

/** Returns the alerts in the format of the Prometheus operator. */
export function prometheusRule(): string {
  const lines = readFileSync(ALERTS, 'utf8').trimEnd().split('\n');
  return [
    '# Generated from deploy/monitoring/alerts.yaml by `npm run gen`.',
    'apiVersion: monitoring.coreos.com/v1',
    'kind: PrometheusRule',
    'metadata:',
    '  name: xs2a',
    'spec:',
    ...lines.filter((line) => !line.startsWith('#')).map((line) => (line === '' ? '' : `  ${line}`)),
    '',
  ].join('\n');
}
