import { describe, expect, it } from 'vitest';
import {
  type Labels,
  type Manifest,
  makersOfPods,
  OVERLAYS,
  ofKind,
  podLabels,
  render,
  selects,
  workloads,
} from './rendered.ts';

/** Objects that the operator creates before the first `kubectl apply` (docs/operations/kubernetes.md). */
const OF_OPERATOR = [
  'ConfigMap mongodb-authority',
  'ConfigMap service-keys',
  'ConfigMap tpp-trust',
  'Secret mongodb-users',
  'Secret nats-authorization',
  'Secret oauth-token-keys',
  'Secret sca-factors',
  'Secret test-authority',
  ...['accounts', 'bank', 'consent', 'gateway', 'notifier', 'oauth', 'payments', 'portal', 'sca'].map(
    (name) => `Secret ${name}-identity`,
  ),
];

/** Returns every object that pods read, and that routes and scalers refer to. */
function referred(manifests: readonly Manifest[]): string[] {
  const pods = makersOfPods(manifests).map(({ spec }) => spec.template.spec);
  const sources = pods.flatMap(({ volumes = [] }) => volumes.flatMap((one) => one.projected?.sources ?? [one]));
  const containers = pods.flatMap((pod) => pod.containers);
  const maps = [
    ...sources.map(({ configMap }) => configMap?.name),
    ...containers.flatMap(({ envFrom = [] }) => envFrom.map(({ configMapRef }) => configMapRef?.name)),
    ...containers.flatMap(({ env = [] }) => env.map(({ valueFrom }) => valueFrom?.configMapKeyRef?.name)),
  ].filter((name) => name !== undefined);
  const secrets = [
    ...sources.map(({ secret }) => secret?.secretName ?? secret?.name),
    ...ofKind(manifests, 'Gateway').flatMap(({ spec }) =>
      spec.listeners.flatMap(({ tls }) => (tls.certificateRefs ?? []).map(({ name }) => name)),
    ),
  ].filter((name) => name !== undefined);
  const others = [
    ...ofKind(manifests, 'HorizontalPodAutoscaler').map(({ spec }) => spec.scaleTargetRef),
    ...ofKind(manifests, 'Certificate').map(({ spec }) => spec.issuerRef),
  ];
  return [
    ...maps.map((name) => `ConfigMap ${name}`),
    ...secrets.map((name) => `Secret ${name}`),
    ...others.map(({ kind, name }) => `${kind} ${name}`),
  ];
}

describe.each(OVERLAYS)('in the overlay %s', (overlay) => {
  it('every referenced object exists, or is created by cert-manager or the operator', async () => {
    const manifests = await render(overlay);
    const there = [
      ...manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`),
      ...ofKind(manifests, 'Certificate').map(({ spec }) => `Secret ${spec.secretName}`),
      // The cluster's issuer for publicly trusted names.
      'ClusterIssuer public',
      ...OF_OPERATOR,
    ];
    expect(referred(manifests).filter((one) => !there.includes(one))).toEqual([]);
  });

  it('every client of the bus, and the connector of a bank, has a certificate, and every server', async () => {
    const manifests = await render(overlay);
    const issued = ofKind(manifests, 'Certificate').map(({ spec }) => spec.secretName);
    const [clients] = ofKind(manifests, 'NetworkPolicy').filter(({ metadata }) => metadata.name === 'bus-clients');
    const names = (clients?.spec.podSelector.matchExpressions ?? []).flatMap(({ values = [] }) => values);
    const servers = ['nats', 'gateway-listener', 'portal-listener', 'portal-server'];
    expect(names).toContain('bank');
    expect([...names, ...servers].filter((name) => !issued.includes(`${name}-tls`))).toEqual([]);
  });

  it('what PSUs enter is encrypted up to the portal', async () => {
    const manifests = await render(overlay);
    const [policy] = ofKind(manifests, 'BackendTLSPolicy') as unknown as { spec: object }[];
    expect(policy?.spec).toEqual({
      targetRefs: [{ group: '', kind: 'Service', name: 'portal', sectionName: 'psu' }],
      validation: { hostname: 'portal', caCertificateRefs: [{ group: '', kind: 'Secret', name: 'portal-server-tls' }] },
    });
    const portal = ofKind(manifests, 'Deployment').find(({ metadata }) => metadata.name === 'portal');
    const variables = portal?.spec.template.spec.containers[0].env?.map(({ name }) => name);
    expect(variables).toEqual(expect.arrayContaining(['PORTAL_TLS_CERTIFICATE', 'PORTAL_TLS_KEY']));
  });

  it('every Service selects pods that have its port', async () => {
    const manifests = await render(overlay);
    const lost = ofKind(manifests, 'Service').filter(({ spec }) => {
      const pods = workloads(manifests).filter((one) =>
        selects({ matchLabels: spec.selector as Labels }, podLabels(one)),
      );
      const ports = pods.flatMap((one) => one.spec.template.spec.containers[0].ports ?? []).map(({ name }) => name);
      return pods.length !== 1 || !spec.ports.every(({ name, targetPort = name }) => ports.includes(targetPort));
    });
    expect(lost.map(({ metadata }) => metadata.name)).toEqual([]);
  });

  it('routes refer to a listener of their host and to a port of a service', async () => {
    const manifests = await render(overlay);
    const [gateway] = ofKind(manifests, 'Gateway');
    const routes = ofKind(manifests, 'TLSRoute', 'HTTPRoute');
    expect(routes).toHaveLength(2);
    for (const { spec } of routes) {
      const listener = gateway?.spec.listeners.find(({ name }) => name === spec.parentRefs[0]?.sectionName);
      expect(spec.hostnames).toEqual([listener?.hostname]);
      const target = spec.rules[0]?.backendRefs[0];
      const service = ofKind(manifests, 'Service').find(({ metadata }) => metadata.name === target?.name);
      expect(service?.spec.ports.map(({ port }) => port)).toContain(target?.port);
    }
  });

  it('the TLS of a TPP ends at the gateway, which alone sees its certificate', async () => {
    const [gateway] = ofKind(await render(overlay), 'Gateway');
    const modes = gateway?.spec.listeners.map(({ name, tls }) => [name, tls.mode]);
    expect(modes).toEqual([
      ['tpps', 'Passthrough'],
      ['psus', 'Terminate'],
    ]);
  });

  it('the restricted profile of Pod Security applies to pods', async () => {
    const [namespace] = ofKind(await render(overlay), 'Namespace');
    expect(namespace?.metadata.labels?.['pod-security.kubernetes.io/enforce']).toBe('restricted');
    const elsewhere = (await render(overlay)).filter(
      ({ kind, metadata }) => kind !== 'Namespace' && metadata.namespace !== namespace?.metadata.name,
    );
    expect(elsewhere).toEqual([]);
  });
});
