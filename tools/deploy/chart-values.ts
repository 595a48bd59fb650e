import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { ROOT } from '../programs.ts';
import { type Manifest, workloadOf } from './manifest.ts';

/** Texts of the overlay that an installation changes, by the value that takes their place. */
export const LITERALS: Readonly<Record<string, string>> = {
  'hosts.xs2a': 'xs2a.bank.example',
  'hosts.portal': 'portal.bank.example',
  'database.url': 'mongodb://db-0.bank.example,db-1.bank.example,db-2.bank.example/?replicaSet=rs0',
  'database.subnet': '192.0.2.0/24',
  'bus.url': 'tls://nats-0.nats:4222,tls://nats-1.nats:4222,tls://nats-2.nats:4222',
  'gateway.namespace': 'envoy-gateway-system',
  'image.registry': 'registry.bank.example',
};

/** Returns name and version of the chart. */
export function describeChart(): object {
  const { version, description, license } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    version: string;
    description: string;
    license: string;
  };
  return {
    apiVersion: 'v2',
    name: 'xs2a',
    description,
    version,
    appVersion: version,
    kubeVersion: '>=1.34.0-0',
    annotations: { license },
  };
}

/** Returns values.yaml: the values of the overlay, with a comment on each group. */
export function valuesOf(manifests: readonly Manifest[]): string {
  const literal = (value: string): string => LITERALS[value] ?? '';
  const profile = manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name.startsWith('profile-'));
  const groups: readonly (readonly [comment: string, values: object])[] = [
    [
      'Names of both listeners: TPPs call the first by mutual TLS, PSUs visit the second.',
      { hosts: { xs2a: literal('hosts.xs2a'), portal: literal('hosts.portal') } },
    ],
    [
      'ClusterIssuer of cert-manager for the certificates of both listeners.',
      { issuers: { public: issuerOf(manifests) } },
    ],
    [
      'GatewayClass of the Gateway API, and the namespace of its data plane.',
      { gateway: { className: 'envoy', namespace: literal('gateway.namespace') } },
    ],
    [
      'Profile of the bank, and the files that its brand names: docs/profile/README.md.',
      { profile: profile?.data?.['bank.yaml'] ?? '', profileFiles: {} },
    ],
    [
      'MongoDB: its members, without any user, and their subnet.',
      { database: { url: literal('database.url'), subnet: literal('database.subnet') } },
    ],
    ['Bus: by default the cluster of three that this chart installs.', { bus: { url: literal('bus.url') } }],
    [
      'Identity provider of the bank, if PSUs sign in there: its subnet. The Secret sca-sign-in has the credentials.',
      { identityProvider: { subnet: '' } },
    ],
    [
      'Registry, and the version of each service: one is upgraded by its line. Names of Secrets for a private registry.',
      { image: { registry: literal('image.registry'), pullSecrets: [], tags: tagsOf(manifests) } },
    ],
    ['Replicas of each service: lower and upper bound of its autoscaling.', { replicas: replicasOf(manifests) }],
    ['CPU, memory and ephemeral storage of each workload.', { resources: resourcesOf(manifests) }],
    ['Whether the platform chooses user and group ids (OpenShift, restricted-v2).', { openshift: false }],
  ];
  return groups.map(([comment, values]) => `# ${comment}\n${stringify(values, { lineWidth: 0 })}`).join('\n');
}

function issuerOf(manifests: readonly Manifest[]): string {
  const listener = manifests.find(
    ({ kind, metadata: { name } }) => kind === 'Certificate' && name === 'gateway-listener',
  );
  const { issuerRef } = (listener?.spec ?? {}) as { issuerRef?: { name: string } };
  return issuerRef?.name ?? '';
}

function tagsOf(manifests: readonly Manifest[]): Record<string, string> {
  const images = manifests.flatMap((one) => workloadOf(one)?.containers.map(({ image }) => image) ?? []);
  return Object.fromEntries(
    images.map((image) => [
      image.slice(image.lastIndexOf('/') + 1, image.lastIndexOf(':')),
      image.split(':').at(-1) ?? '',
    ]),
  );
}

function replicasOf(manifests: readonly Manifest[]): object {
  const scaled = manifests.filter(({ kind }) => kind === 'HorizontalPodAutoscaler');
  return Object.fromEntries(
    scaled.map(({ metadata, spec }) => [metadata.name, { min: spec?.['minReplicas'], max: spec?.['maxReplicas'] }]),
  );
}

function resourcesOf(manifests: readonly Manifest[]): object {
  return Object.fromEntries(
    manifests.flatMap((one) => {
      const [container] = workloadOf(one)?.containers ?? [];
      return container === undefined ? [] : [[one.metadata.name, container.resources]];
    }),
  );
}
