import { SERVICES } from '../machine/addresses.ts';

const NAMESPACE = 'kube-system';
const labels = { 'k8s-app': 'kube-dns' };
const metadata = { name: 'coredns', namespace: NAMESPACE };

const CONFIGURATION = `.:53 {
  errors
  health
  ready
  cache 5
  kubernetes cluster.local in-addr.arpa ip6.arpa {
    ttl 5
  }
}
`;

/** The name server of the cluster, as a pod where the network policies expect it. */
export const NAME_SERVER: readonly object[] = [
  { apiVersion: 'v1', kind: 'ServiceAccount', metadata },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name: 'coredns' },
    rules: [
      { apiGroups: [''], resources: ['endpoints', 'services', 'pods', 'namespaces'], verbs: ['list', 'watch'] },
      { apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'], verbs: ['list', 'watch'] },
    ],
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: 'coredns' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'coredns' },
    subjects: [{ kind: 'ServiceAccount', name: 'coredns', namespace: NAMESPACE }],
  },
  { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { Corefile: CONFIGURATION } },
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata,
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          serviceAccountName: 'coredns',
          dnsPolicy: 'Default',
          containers: [
            {
              name: 'coredns',
              image: 'xs2a.test/coredns:1',
              imagePullPolicy: 'Never',
              args: ['-conf', '/etc/coredns/Corefile'],
              ports: [
                { name: 'dns', containerPort: 53, protocol: 'UDP' },
                { name: 'dns-tcp', containerPort: 53, protocol: 'TCP' },
              ],
              readinessProbe: { httpGet: { path: '/ready', port: 8181 }, periodSeconds: 1 },
              volumeMounts: [{ name: 'config', mountPath: '/etc/coredns', readOnly: true }],
            },
          ],
          volumes: [{ name: 'config', configMap: { name: 'coredns' } }],
        },
      },
    },
  },
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'kube-dns', namespace: NAMESPACE },
    spec: {
      clusterIP: SERVICES.dns,
      selector: labels,
      ports: [
        { name: 'dns', port: 53, protocol: 'UDP' },
        { name: 'dns-tcp', port: 53, protocol: 'TCP' },
      ],
    },
  },
];
