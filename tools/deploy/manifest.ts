/** An object of Kubernetes. */
export interface Manifest {
  readonly kind: string;
  readonly metadata: { name: string; namespace?: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: Record<string, unknown>;
}

interface PodSpec {
  containers: { image: string; resources: unknown }[];
  securityContext: object;
  imagePullSecrets?: unknown;
  volumes?: { name: string; secret?: { secretName: string; optional?: boolean } }[];
}

/** Returns the pods of a Deployment or StatefulSet. */
export function workloadOf({ kind, spec }: Manifest): PodSpec | undefined {
  if (kind !== 'Deployment' && kind !== 'StatefulSet') return undefined;
  return (spec as unknown as { template: { spec: PodSpec } }).template.spec;
}
