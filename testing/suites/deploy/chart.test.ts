import { execFileSync } from 'node:child_process';
import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { fetchedTool, type Manifest, ofKind, renderWith } from './rendered.ts';
import { workloadFaults } from './workload-faults.ts';

/** Suffix of a ConfigMap: kustomize derives it from the content, the chart from the values. */
const SUFFIX = /^(addresses|nats-config|nats-reload|profile|settings)-[0-9a-z]{10}$/;
const SIZE = { cpu: '2', memory: '1Gi', 'ephemeral-storage': '1Gi' };
const ROOT = join(import.meta.dirname, '..', '..', '..');
const folder = mkdtempDisposableSync(join(tmpdir(), 'xs2a-chart-'));
const chart = join(folder.path, 'xs2a');
afterAll(() => folder.remove());

beforeAll(() => {
  const env = { ...process.env, KUBECTL: fetchedTool('KUBECTL', 'kubectl') };
  execFileSync(process.execPath, ['tools/deploy/chart.ts', chart], { cwd: ROOT, env });
});

/** Returns what `helm install` would create. */
function template(values: object = {}): Manifest[] {
  const file = join(folder.path, 'values.yaml');
  writeFileSync(file, stringify(values));
  const args = ['template', 'xs2a', chart, '--namespace', 'xs2a', '--kube-version', '1.35.0', '--values', file];
  const text = execFileSync(fetchedTool('HELM', 'helm'), args, { encoding: 'utf8', maxBuffer: 2 ** 24 });
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
}

/** Returns objects by kind and name, without what differs by intention: suffixes of ConfigMaps, order, empty and optional parts. */
function comparable(manifests: readonly Manifest[]): Record<string, unknown> {
  const text = JSON.stringify(manifests, (key, value: unknown) => {
    if (key === 'optional' || (key === 'imagePullSecrets' && JSON.stringify(value) === '[]')) return undefined;
    if (Array.isArray(value) && value.every((one) => typeof one?.name === 'string'))
      return value.toSorted((a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name));
    return typeof value === 'string' ? value.replace(SUFFIX, '$1') : value;
  });
  const plain = JSON.parse(text) as Manifest[];
  return Object.fromEntries(plain.map((one) => [`${one.kind} ${one.metadata.name}`, one]));
}

describe('the Helm chart', () => {
  it('without values creates the objects of the overlay production', async () => {
    const overlay = comparable(await renderWith('production', 'bank-sign-in'));
    delete overlay['Namespace xs2a'];
    delete overlay['NetworkPolicy bank-sign-in'];
    expect(comparable(template())).toEqual(overlay);
  });

  it('has each value that an installation changes in its objects, and breaks no rule for pods', () => {
    const values = {
      hosts: { xs2a: 'api.banka.test', portal: 'psu.banka.test' },
      issuers: { public: 'letsencrypt' },
      gateway: { className: 'cilium', namespace: 'gateways' },
      profile: 'preset: hr-basic\naspspName: Druga banka\n',
      profileFiles: { 'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>\n' },
      database: { url: 'mongodb://mongo.banka.test/?replicaSet=xs2a', subnet: '10.1.0.0/24' },
      bus: { url: 'tls://nats.banka.test:4222' },
      identityProvider: { subnet: '10.2.0.0/24' },
      image: { registry: 'images.banka.test', pullSecrets: [{ name: 'images' }], tags: { payments: '1.1.0' } },
      replicas: { payments: { min: 3, max: 20 } },
      resources: { payments: { requests: SIZE, limits: SIZE } },
    };
    const manifests = template(values);
    const text = JSON.stringify(manifests);
    for (const left of ['bank.example', '192.0.2.0', '198.51.100.0', 'envoy']) expect(text).not.toContain(left);
    for (const given of [
      'api.banka.test',
      'psu.banka.test',
      'letsencrypt',
      'cilium',
      '10.1.0.0/24',
      '10.2.0.0/24',
      'gateways',
    ])
      expect(text).toContain(`"${given}"`);
    const dataOf = (name: string): unknown =>
      ofKind(manifests, 'ConfigMap').find(({ metadata }) => metadata.name.startsWith(`${name}-`))?.data;
    expect(dataOf('profile')).toEqual({ 'bank.yaml': values.profile, ...values.profileFiles });
    expect(dataOf('settings')).toMatchObject({ MONGO_URL: values.database.url, NATS_URL: values.bus.url });
    const payments = ofKind(manifests, 'Deployment').find(({ metadata }) => metadata.name === 'payments');
    expect(payments?.spec.template.spec).toMatchObject({
      imagePullSecrets: [{ name: 'images' }],
      containers: [{ image: 'images.banka.test/xs2a/payments:1.1.0', resources: values.resources.payments }],
    });
    expect(
      ofKind(manifests, 'HorizontalPodAutoscaler').find(({ metadata }) => metadata.name === 'payments')?.spec,
    ).toMatchObject({
      minReplicas: 3,
      maxReplicas: 20,
    });
    expect(workloadFaults(manifests)).toEqual([]);
  });

  it('leaves user and group ids to OpenShift if values say so', () => {
    const ids = /runAsUser|runAsGroup|"fsGroup"/;
    expect(JSON.stringify(template())).toMatch(ids);
    expect(JSON.stringify(template({ openshift: true }))).not.toMatch(ids);
  });

  it('renames the ConfigMaps when a value changes, so that the pods that read them are replaced', () => {
    const nameOf = (values: object): string | undefined =>
      ofKind(template(values), 'ConfigMap').find(({ metadata }) => metadata.name.startsWith('settings-'))?.metadata
        .name;
    expect(nameOf({ bus: { url: 'tls://other:4222' } })).not.toBe(nameOf({}));
  });

  it('explains each group of values', () => {
    const text = readFileSync(join(chart, 'values.yaml'), 'utf8');
    const groups = text.split('\n\n').map((group) => group.split('\n')[0] ?? '');
    expect(groups.filter((line) => !line.startsWith('# '))).toEqual([]);
    expect(Object.keys(parse(text) as object).length).toBeGreaterThanOrEqual(10);
  });
});
