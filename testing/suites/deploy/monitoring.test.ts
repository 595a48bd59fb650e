import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectorOf, KitConfig, readConfig } from '@xs2a/service-kit';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { environmentOf } from './environment.ts';
import { permittedConnections } from './network.ts';
import { type Manifest, makersOfPods, ofKind, podLabels, render, renderWith, selects } from './rendered.ts';
import { SERVICES } from './services.ts';

const MONITORING = join(import.meta.dirname, '..', '..', '..', 'deploy', 'monitoring');
const readMonitoring = (file: string): string => readFileSync(join(MONITORING, file), 'utf8');
const ADDRESSES = 'OTEL_EXPORTER_OTLP_ENDPOINT';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: Readonly<Record<string, string>>;
}
const alertGroups = (): { rules: Rule[] }[] => parse(readMonitoring('alerts.yaml')).groups;
const alerts = (): Rule[] => alertGroups().flatMap(({ rules }) => rules);

describe('an alert', () => {
  const RUNBOOKS = 'docs/operations/runbooks.md';

  it('has a heading of its own on the page of runbooks, which its annotation names, and no heading is left over', () => {
    const page = readFileSync(join(MONITORING, '..', '..', RUNBOOKS), 'utf8');
    const headings = Array.from(page.matchAll(/^## (.+)$/gm), ([, heading = '']) => heading);
    expect(headings.toSorted()).toEqual(
      alerts()
        .map(({ alert }) => alert)
        .toSorted(),
    );
    const urls = alerts().map(({ annotations }) => annotations['runbook_url']);
    expect(urls).toEqual(alerts().map(({ alert }) => `${RUNBOOKS}#${alert.toLowerCase()}`));
    for (const section of page.split(/^## /m).slice(1)) {
      expect(section).toContain('**Seen.**');
      expect(section).toContain('**Do.**');
    }
  });

  it('has a test that it comes', () => {
    const { tests } = parse(readMonitoring('alerts.test.yaml')) as { tests: { alert_rule_test: Tested[] }[] };
    const came = tests
      .flatMap((one) => one.alert_rule_test)
      .filter(({ exp_alerts: expected = [] }) => expected.length > 0);
    expect([...new Set(came.map(({ alertname }) => alertname))].toSorted()).toEqual(
      alerts()
        .map(({ alert }) => alert)
        .toSorted(),
    );
  });

  it('keeps installations apart: what it sums up has the label namespace', () => {
    const mixed = alerts().filter(({ expr }) => /\b(?:sum|max|min|group|avg|count)\b(?! by \(namespace)/.test(expr));
    expect(mixed.map(({ alert }) => alert)).toEqual([]);
  });
});
interface Tested {
  readonly alertname: string;
  readonly exp_alerts?: readonly unknown[];
}

describe('the component monitoring', () => {
  it('has every dashboard of deploy/monitoring as a ConfigMap with a stable name that the Grafana sidecar finds', async () => {
    const found = ofKind(await render('production'), 'ConfigMap').filter(
      ({ metadata }) => metadata.labels?.['grafana_dashboard'] === '1',
    );
    const boards = Object.assign({}, ...found.map(({ data }) => data)) as Record<string, string>;
    const files = readdirSync(join(MONITORING, 'dashboards'));
    expect(boards).toEqual(Object.fromEntries(files.map((file) => [file, readMonitoring(`dashboards/${file}`)])));
    expect(found.map(({ metadata }) => metadata.name)).toEqual(files.map((file) => `dashboard-${file.split('.')[0]}`));
  });

  it('has every alert and objective of deploy/monitoring as a rule of the Prometheus operator', async () => {
    const [rule] = ofKind(await render('production'), 'PrometheusRule');
    expect(rule?.spec).toEqual({ groups: [...alertGroups(), ...parse(readMonitoring('objectives.yaml')).groups] });
  });

  it('scrapes the health port of every service, under the job name that the alerts use', async () => {
    const manifests = await render('production');
    const [monitor] = ofKind(manifests, 'PodMonitor');
    if (monitor === undefined) throw new Error('there is no PodMonitor');
    const { selector, jobLabel, podMetricsEndpoints } = monitor.spec as unknown as Scraping;
    const scraped = makersOfPods(manifests).filter((workload) => selects(selector, podLabels(workload)));
    const names = Object.keys(SERVICES).filter((name) => name !== 'bank');
    expect(scraped.map(({ metadata }) => metadata.name).toSorted()).toEqual(names);
    for (const workload of scraped) {
      const ports = workload.spec.template.spec.containers[0].ports?.map(({ name }) => name);
      expect(ports).toContain(podMetricsEndpoints[0]?.port);
      expect(podLabels(workload)[jobLabel]).toMatch(/^xs2a.*$/);
    }
  });
});
interface Scraping {
  readonly selector: Parameters<typeof selects>[0];
  readonly jobLabel: string;
  readonly podMetricsEndpoints: readonly { readonly port: string }[];
}

describe('the component tracing', () => {
  let manifests: readonly Manifest[];
  beforeAll(async () => {
    manifests = await renderWith('production', 'tracing');
  });

  it('permits every service to connect to the collector, and nothing else', async () => {
    const before = new Set(permittedConnections(await render('production')));
    const names = ofKind(manifests, 'Deployment').map(({ metadata }) => metadata.name);
    const opened = permittedConnections(manifests).filter((edge) => !before.has(edge));
    expect(opened).toEqual(names.map((name) => `${name} → collector:4318`).toSorted());
    expect(names.length).toBe(8);
  });

  it('sets the address of the collector, with that port, for every service; otherwise nothing is traced', async () => {
    for (const deployment of ofKind(manifests, 'Deployment')) {
      const collector = collectorOf(readConfig(KitConfig, environmentOf(deployment, manifests)));
      expect(new URL(collector?.url ?? '')).toMatchObject({ port: '4318', pathname: '/v1/traces' });
    }
    const untraced = await render('production');
    for (const deployment of ofKind(untraced, 'Deployment')) {
      expect(environmentOf(deployment, untraced)).not.toHaveProperty(ADDRESSES);
    }
  });
});
