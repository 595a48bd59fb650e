import {
  type Container,
  type Manifest,
  makersOfPods,
  ofKind,
  type Pod,
  type Probe,
  podLabels,
  selects,
  workloads,
} from './rendered.ts';

type Judge = (workload: Manifest, manifests: readonly Manifest[]) => boolean;

const MIB = 2 ** 20;
const UNITS: Readonly<Record<string, number>> = { Ki: 2 ** 10, Mi: MIB, Gi: 2 ** 30, m: 0.001, '': 1 };
/** Time for the listeners of gateway and portal to finish requests in progress (FINISH_MS of the service kit). */
const FINISH_SECONDS = 20;

const podOf = (workload: Manifest): Pod => workload.spec.template.spec;
const containersOf = (workload: Manifest): Container[] => [
  ...(podOf(workload).initContainers ?? []),
  ...podOf(workload).containers,
];

const probesOf = ({ startupProbe, livenessProbe, readinessProbe }: Container): (Probe | undefined)[] => [
  startupProbe,
  livenessProbe,
  readinessProbe,
];

/** Parses a quantity: `200m` is 0.2, `1Gi` 2^30. */
function quantity(text = ''): number {
  const [, number = '', unit = ''] = /^([\d.]+)([A-Za-z]*)$/.exec(text) ?? [];
  return Number(number) * (UNITS[unit] ?? Number.NaN);
}

function replicasOf(workload: Manifest, manifests: readonly Manifest[]): number {
  const scaler = ofKind(manifests, 'HorizontalPodAutoscaler').find(
    ({ spec }) => spec.scaleTargetRef.kind === workload.kind && spec.scaleTargetRef.name === workload.metadata.name,
  );
  return workload.spec.replicas ?? scaler?.spec.minReplicas ?? 1;
}

/** Seconds between the decision to stop a pod and the latest end of its work. */
function stopSeconds(workload: Manifest): number {
  const [{ lifecycle, env = [] }] = podOf(workload).containers;
  const drain = env.find(({ name }) => name === 'DRAIN_SECONDS')?.value ?? '0';
  return (lifecycle?.preStop?.sleep?.seconds ?? 0) + Number(drain) + FINISH_SECONDS;
}

/** Rules for every pod. The name of a rule is the message for its violation. */
const RULES_OF_PODS: Readonly<Record<string, Judge>> = {
  'may run as root': (one) => {
    const { runAsNonRoot, runAsUser, runAsGroup } = podOf(one).securityContext ?? {};
    return runAsNonRoot !== true || !(Number(runAsUser) > 0) || !(Number(runAsGroup) > 0);
  },
  'has no seccomp profile': (one) => podOf(one).securityContext?.seccompProfile?.type !== 'RuntimeDefault',
  'shares something with its node': (one) => {
    const { hostNetwork, hostPID, hostIPC, volumes = [] } = podOf(one);
    return [hostNetwork, hostPID, hostIPC].includes(true) || volumes.some(({ hostPath }) => hostPath !== undefined);
  },
  'may raise its privileges': (one) =>
    containersOf(one).some(({ securityContext }) => {
      const { allowPrivilegeEscalation, privileged, capabilities } = securityContext ?? {};
      const keepsSome = capabilities?.drop?.join() !== 'ALL' || capabilities.add !== undefined;
      return allowPrivilegeEscalation !== false || privileged === true || keepsSome;
    }),
  'may write to its root file system': (one) =>
    containersOf(one).some(({ securityContext }) => securityContext?.readOnlyRootFilesystem !== true),
  'has no requests or limits': (one) =>
    containersOf(one).some(({ resources }) =>
      ['cpu', 'memory', 'ephemeral-storage'].some((kind) => {
        const [least, most] = [quantity(resources?.requests?.[kind]), quantity(resources?.limits?.[kind])];
        return !(least > 0 && most >= least);
      }),
    ),
  'has a secret in its environment': (one) =>
    containersOf(one).some(
      ({ env = [], envFrom = [] }) =>
        env.some(({ valueFrom }) => valueFrom?.secretKeyRef !== undefined) ||
        envFrom.some(({ secretRef }) => secretRef !== undefined),
    ),
  'has an image without a version': (one) =>
    containersOf(one).some(({ image }) => !/(:(?!latest$)[\w.-]+|@sha256:[0-9a-f]{64})$/.test(image)),
  'has a token of the API server': (one, all) =>
    podOf(one).automountServiceAccountToken !== false ||
    ofKind(all, 'ServiceAccount').find(({ metadata }) => metadata.name === podOf(one).serviceAccountName)
      ?.automountServiceAccountToken !== false,
};

/** Further rules for pods that run permanently. */
const RULES: Readonly<Record<string, Judge>> = {
  'has fewer than two replicas': (one, all) => replicasOf(one, all) < 2,
  'has a selector that does not match its pods': (one) => !selects(one.spec.selector, podLabels(one)),
  'has a selector that matches the pods of another workload': (one, all) =>
    workloads(all).some((other) => other !== one && selects(one.spec.selector, podLabels(other))),
  'has no spread over nodes': (one) =>
    !(podOf(one).topologySpreadConstraints ?? []).some(
      ({ topologyKey, labelSelector }) =>
        topologyKey === 'kubernetes.io/hostname' && selects(labelSelector, podLabels(one)),
    ),
  'has not one disruption budget': (one, all) =>
    ofKind(all, 'PodDisruptionBudget').filter(({ spec }) => selects(spec.selector, podLabels(one))).length !== 1,
  'has a service account that another workload has too': (one, all) =>
    workloads(all).some((other) => other !== one && podOf(other).serviceAccountName === podOf(one).serviceAccountName),
  'lacks a probe': (one) => podOf(one).containers.some((container) => probesOf(container).includes(undefined)),
  'is restarted while its database is away': (one) =>
    podOf(one).containers.some(({ livenessProbe, startupProbe }) =>
      [livenessProbe, startupProbe].some((probe) => probe?.httpGet?.path === '/readyz'),
    ),
  'probes a port that it does not name': (one) =>
    podOf(one).containers.some((container) =>
      probesOf(container).some((probe) => {
        const port = (probe?.httpGet ?? probe?.tcpSocket)?.port;
        return !(container.ports ?? []).some(({ name }) => name === port);
      }),
    ),
  'has no preStop': (one) => podOf(one).containers.some(({ lifecycle }) => lifecycle?.preStop === undefined),
  'is killed before it has finished': (one) => podOf(one).terminationGracePeriodSeconds < stopSeconds(one),
};

/** Returns every rule that a workload breaks: `payments may run as root`. */
export function workloadFaults(manifests: readonly Manifest[]): string[] {
  return makersOfPods(manifests).flatMap((workload) =>
    Object.entries(workload.kind === 'Job' ? RULES_OF_PODS : { ...RULES_OF_PODS, ...RULES })
      .filter(([, isBroken]) => isBroken(workload, manifests))
      .map(([rule]) => `${workload.metadata.name} ${rule}`),
  );
}
