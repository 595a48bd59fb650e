import { type Manifest, ofKind } from './rendered.ts';

/** Returns the environment of a service's container. */
export function environmentOf(deployment: Manifest, manifests: readonly Manifest[]): Record<string, string> {
  const dataOf = (wanted = ''): Readonly<Record<string, string>> =>
    ofKind(manifests, 'ConfigMap').find(({ metadata }) => metadata.name === wanted)?.data ?? {};
  const [{ env = [], envFrom = [] }] = deployment.spec.template.spec.containers;
  const own = env.map(({ name, value, valueFrom }) => {
    const { name: map = '', key = '' } = valueFrom?.configMapKeyRef ?? {};
    return [name, value ?? dataOf(map)[key] ?? ''] as const;
  });
  return {
    ...Object.assign({}, ...envFrom.map(({ configMapRef }) => dataOf(configMapRef?.name))),
    ...Object.fromEntries(own),
  };
}
