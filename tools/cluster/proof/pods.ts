import { NAMESPACE } from '../install/overlay.ts';
import type { Kubectl } from '../kube/kubectl.ts';

const TOO_MANY_REQUESTS = '429';

interface Pod {
  readonly metadata: { readonly name: string; readonly deletionTimestamp?: string };
}

function podsOf(kubectl: Kubectl, service: string): string[] {
  const selector = `app.kubernetes.io/name=${service}`;
  const { items } = kubectl.read<{ items: Pod[] }>('pods', '--namespace', NAMESPACE, '--selector', selector);
  return items.filter(({ metadata }) => metadata.deletionTimestamp === undefined).map(({ metadata }) => metadata.name);
}

async function available(kubectl: Kubectl, service: string): Promise<void> {
  await kubectl.begin('--namespace', NAMESPACE, 'rollout', 'status', `deployment/${service}`, '--timeout=300s');
}

/** Kills a pod without any notice, and waits for the next one. */
export async function deleteOnePod(kubectl: Kubectl, service: string): Promise<void> {
  const [first = ''] = podsOf(kubectl, service);
  await kubectl.begin('--namespace', NAMESPACE, 'delete', 'pod', first, '--grace-period=0', '--force');
  await available(kubectl, service);
}

/** Evicts the pods of a service one after the other, like the drain of a node: the budget must permit only one. */
export async function evictBeyondBudget(kubectl: Kubectl, service: string): Promise<void> {
  const [first = '', second = ''] = podsOf(kubectl, service);
  evict(kubectl, first);
  let refusal = 'none';
  try {
    evict(kubectl, second);
  } catch (error) {
    refusal = (error as Error).message;
  }
  await available(kubectl, service);
  if (!refusal.includes(TOO_MANY_REQUESTS) && !refusal.includes('disruption budget'))
    throw new Error(`the second eviction was not refused by the budget: ${refusal}`);
}

function evict(kubectl: Kubectl, name: string): void {
  kubectl.create(`/api/v1/namespaces/${NAMESPACE}/pods/${name}/eviction`, {
    apiVersion: 'policy/v1',
    kind: 'Eviction',
    metadata: { name, namespace: NAMESPACE },
  });
}
