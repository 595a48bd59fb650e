/** Addresses inside the cluster's own network, invisible from outside. */
export const NODE = { name: 'node-1', address: '10.250.0.1' } as const;
export const PODS = '10.251.0.0/16';
export const SERVICES = { range: '10.96.0.0/16', api: '10.96.0.1', dns: '10.96.0.10' } as const;
export const API_URL = `https://${NODE.address}:6443`;

/** The parent cgroup of all pods. */
export const CGROUP = 'xs2a-cluster-check';
