import { BlockList } from 'node:net';
import { type Labels, type Manifest, makersOfPods, ofKind, type Peer, podLabels, selects } from './rendered.ts';

/** Source or destination of packets: a pod, by its labels and those of its namespace, or an address. */
interface Place {
  readonly name: string;
  readonly pod?: Labels;
  /** Labels of the namespace, if it is not that of the installation. */
  readonly namespace?: Labels;
  readonly address?: string;
}

const named = (name: string): Labels => ({ 'kubernetes.io/metadata.name': name });
/** Peers outside the namespace, in either direction. */
const OUTSIDE: readonly Place[] = [
  { name: 'gateway-api', pod: { 'app.kubernetes.io/name': 'envoy' }, namespace: named('envoy-gateway-system') },
  { name: 'prometheus', pod: { 'app.kubernetes.io/name': 'prometheus' }, namespace: named('monitoring') },
  {
    name: 'collector',
    pod: { 'app.kubernetes.io/name': 'opentelemetry-collector' },
    namespace: named('observability'),
  },
  { name: 'dns', pod: { 'k8s-app': 'kube-dns' }, namespace: named('kube-system') },
  { name: 'other pod', pod: { 'app.kubernetes.io/name': 'gateway' }, namespace: named('elsewhere') },
  { name: 'internet', address: '8.8.8.8' },
  { name: 'internet (IPv6)', address: '2606:4700::1' },
  { name: 'private address', address: '10.1.2.3' },
  { name: 'metadata of the cloud', address: '169.254.169.254' },
  { name: 'operated database', address: '192.0.2.7' },
  { name: 'identity provider', address: '198.51.100.7' },
];
/** Every port that anything listens on, and a few more. */
const PORTS = [22, 53, 80, 443, 4222, 4318, 6222, 6443, 8080, 8090, 8222, 8443, 9090, 27_017];

/**
 * Returns every connection that the network policies permit, as `from → to:port`. Between two pods both sides must permit it; a
 * pod that no policy selects is unrestricted.
 */
export function permittedConnections(
  manifests: readonly Manifest[],
  more: Readonly<Record<string, Labels>> = {},
): string[] {
  const policies = ofKind(manifests, 'NetworkPolicy');
  const pods = [
    ...makersOfPods(manifests).map((workload) => ({ name: workload.metadata.name, pod: podLabels(workload) })),
    ...Object.entries(more).map(([name, pod]) => ({ name, pod })),
  ];
  const found: string[] = [];
  const places: readonly Place[] = [...pods, ...OUTSIDE];
  const pairs = places.flatMap((from) => places.map((to) => [from, to] as const));
  for (const [from, to] of pairs) {
    if (OUTSIDE.includes(from) && OUTSIDE.includes(to)) continue;
    const open = PORTS.filter(
      (port) => permits(policies, 'Egress', from, to, port) && permits(policies, 'Ingress', to, from, port),
    );
    found.push(...open.map((port) => `${from.name} → ${to.name}:${port}`));
  }
  return found.toSorted();
}

/** Whether policies permit the connection for the side they select. */
function permits(
  policies: readonly Manifest[],
  way: 'Ingress' | 'Egress',
  own: Place,
  other: Place,
  port: number,
): boolean {
  if (own.pod === undefined || own.namespace !== undefined) return true;
  const labels = own.pod;
  const about = policies.filter(({ spec }) => spec.policyTypes.includes(way) && selects(spec.podSelector, labels));
  if (about.length === 0) return true;
  return about.some(({ spec }) => {
    const rules = way === 'Ingress' ? spec.ingress : spec.egress;
    return (rules ?? []).some(({ ports, from, to }) => {
      const peers = (way === 'Ingress' ? from : to) ?? [];
      const isPort = ports === undefined || ports.some((one) => one.port === port);
      return isPort && (peers.length === 0 || peers.some((peer) => isPeer(peer, other)));
    });
  });
}

function isPeer({ podSelector, namespaceSelector, ipBlock }: Peer, { pod, namespace, address }: Place): boolean {
  if (ipBlock !== undefined)
    return (
      address !== undefined && isIn(address, ipBlock.cidr) && !(ipBlock.except ?? []).some((one) => isIn(address, one))
    );
  if (pod === undefined) return false;
  const isNamespace =
    namespaceSelector === undefined ? namespace === undefined : selects(namespaceSelector, namespace ?? {});
  return isNamespace && selects(podSelector ?? {}, pod);
}

const subnets = new Map<string, BlockList>();

function isIn(address: string, subnet: string): boolean {
  const family = (text: string): 'ipv4' | 'ipv6' => (text.includes(':') ? 'ipv6' : 'ipv4');
  if (family(address) !== family(subnet)) return false;
  const [network = '', bits] = subnet.split('/');
  const list = subnets.get(subnet) ?? new BlockList();
  if (!subnets.has(subnet)) list.addSubnet(network, Number(bits), family(network));
  subnets.set(subnet, list);
  return list.check(address, family(address));
}
