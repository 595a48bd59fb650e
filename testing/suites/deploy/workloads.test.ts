import { describe, expect, it } from 'vitest';
import { type Container, type Manifest, OVERLAYS, ofKind, type Pod, render, workloads } from './rendered.ts';
import { SERVICES } from './services.ts';
import { workloadFaults } from './workload-faults.ts';

type Change = (workload: Manifest, pod: Pod, container: Container) => void;

/** A change to the workload `payments`, and the fault it causes. */
const CHANGES: readonly (readonly [string, Change])[] = [
  [
    'has a selector that does not match its pods',
    ({ spec }) => void (spec.selector = { matchLabels: { app: 'payment' } }),
  ],
  [
    'has a selector that matches the pods of another workload',
    ({ spec }) => void (spec.selector = { matchLabels: { 'app.kubernetes.io/part-of': 'xs2a' } }),
  ],
  ['has no spread over nodes', (_, pod) => void delete pod.topologySpreadConstraints],
  ['has a token of the API server', (_, pod) => void delete pod.automountServiceAccountToken],
  ['may run as root', (_, pod) => void (pod.securityContext = { ...pod.securityContext, runAsUser: 0 })],
  ['has no seccomp profile', (_, pod) => void delete pod.securityContext?.seccompProfile],
  ['shares something with its node', (_, pod) => void pod.volumes?.push({ name: 'run', hostPath: { path: '/run' } })],
  [
    'may raise its privileges',
    (_, __, container) =>
      void (container.securityContext = {
        ...container.securityContext,
        capabilities: { drop: ['ALL'], add: ['NET_ADMIN'] },
      }),
  ],
  [
    'may write to its root file system',
    (_, __, { securityContext }) => void delete securityContext?.readOnlyRootFilesystem,
  ],
  ['lacks a probe', (_, __, container) => void delete container.readinessProbe],
  [
    'is restarted while its database is away',
    (_, __, container) => void (container.livenessProbe = { httpGet: { path: '/readyz', port: 'health' } }),
  ],
  [
    'probes a port that it does not name',
    (_, __, container) => void (container.livenessProbe = { httpGet: { path: '/livez', port: 'healt' } }),
  ],
  ['has no preStop', (_, __, container) => void delete container.lifecycle],
  ['is killed before it has finished', (_, pod) => void (pod.terminationGracePeriodSeconds = 20)],
  ['has no requests or limits', (_, __, { resources }) => void delete resources?.limits?.['memory']],
  [
    'has a secret in its environment',
    (_, __, { env }) => void env?.push({ name: 'X', valueFrom: { secretKeyRef: { name: 'x', key: 'y' } } }),
  ],
  ['has an image without a version', (_, __, container) => void (container.image = 'xs2a/payments:latest')],
];

describe('a workload', () => {
  it.each(OVERLAYS)('of the overlay %s breaks none of the rules', async (overlay) => {
    const manifests = await render(overlay);
    expect(workloads(manifests).length).toBeGreaterThan(7);
    expect(workloadFaults(manifests)).toEqual([]);
  });

  it.each(CHANGES)('that %s is found', async (fault, change) => {
    const changed = structuredClone(await render('production')) as Manifest[];
    const payments = workloads(changed).find(({ metadata }) => metadata.name === 'payments');
    if (payments === undefined) throw new Error('there is no workload payments');
    const pod = payments.spec.template.spec;
    change(payments, pod, pod.containers[0]);
    expect(workloadFaults(changed)).toContain(`payments ${fault}`);
  });

  it('without a budget or an autoscaler is found', async () => {
    const bare = ofKind(await render('production'), 'Deployment', 'StatefulSet', 'ServiceAccount');
    expect(workloadFaults(bare)).toEqual(
      expect.arrayContaining(['payments has not one disruption budget', 'payments has fewer than two replicas']),
    );
  });

  it('exists for every service, and for the sandbox bank only in the sandbox', async () => {
    const names = async (overlay: (typeof OVERLAYS)[number]): Promise<string[]> =>
      ofKind(await render(overlay), 'Deployment')
        .map(({ metadata }) => metadata.name)
        .toSorted();
    expect(await names('sandbox')).toEqual(Object.keys(SERVICES).toSorted());
    expect(await names('production')).toEqual(
      Object.keys(SERVICES)
        .filter((name) => name !== 'bank')
        .toSorted(),
    );
  });
});
