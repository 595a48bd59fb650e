import { readFileSync } from 'node:fs';
import { objectiveRules } from './objectives.ts';

const ALERTS = new URL('../../../deploy/monitoring/alerts.yaml', import.meta.url);

/** Returns the alerts, and the rules that they read, in the format of the Prometheus operator. */
export function prometheusRule(): string {
  const linesOf = (rules: string): string[] => rules.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const [head, ...alerts] = linesOf(readFileSync(ALERTS, 'utf8'));
  const [, ...objectives] = linesOf(objectiveRules());
  return [
    '# Generated from deploy/monitoring/alerts.yaml and objectives.yaml by `npm run gen`.',
    'apiVersion: monitoring.coreos.com/v1',
    'kind: PrometheusRule',
    'metadata:',
    '  name: xs2a',
    'spec:',
    ...[head, ...alerts, ...objectives].map((line) => `  ${line}`),
    '',
  ].join('\n');
}
