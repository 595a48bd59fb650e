import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WORK } from '../folders.ts';
import { CGROUP, NODE, PODS, SERVICES } from '../machine/addresses.ts';
import { type Daemons, until } from '../machine/daemons.ts';
import { SOCKET } from '../machine/start-containerd.ts';
import type { Kubectl } from './kubectl.ts';
import { type ControlPlane, kubernetesProgram } from './start-control-plane.ts';

const READY_MS_MAX = 120_000;

function kubeletConfiguration(authorityFile: string): object {
  return {
    apiVersion: 'kubelet.config.k8s.io/v1beta1',
    kind: 'KubeletConfiguration',
    authentication: {
      anonymous: { enabled: false },
      webhook: { enabled: true },
      x509: { clientCAFile: authorityFile },
    },
    authorization: { mode: 'Webhook' },
    containerRuntimeEndpoint: `unix://${SOCKET}`,
    cgroupDriver: 'cgroupfs',
    cgroupRoot: `/${CGROUP}`,
    failCgroupV1: false,
    failSwapOn: false,
    clusterDNS: [SERVICES.dns],
    clusterDomain: 'cluster.local',
    // Pods use only the name server of the cluster.
    resolvConf: '',
    // The disk is shared with this machine: nothing is evicted, and no image removed, because it is full.
    evictionHard: {
      'memory.available': '100Mi',
      'nodefs.available': '0%',
      'nodefs.inodesFree': '0%',
      'imagefs.available': '0%',
    },
    imageGCHighThresholdPercent: 100,
  };
}

const proxyConfiguration = (kubeconfig: string): object => ({
  apiVersion: 'kubeproxy.config.k8s.io/v1alpha1',
  kind: 'KubeProxyConfiguration',
  mode: 'nftables',
  clusterCIDR: PODS,
  hostnameOverride: NODE.name,
  clientConnection: { kubeconfig },
  // These settings belong to the machine.
  conntrack: { maxPerCore: 0, min: 0, tcpEstablishedTimeout: '0s', tcpCloseWaitTimeout: '0s' },
});

/** Starts kubelet and kube-proxy, and waits for the node. */
export async function startNode(daemons: Daemons, plane: ControlPlane, kubectl: Kubectl): Promise<void> {
  const kubelet = await plane.kubeconfig('kubelet', {
    commonName: `system:node:${NODE.name}`,
    organisation: 'system:nodes',
  });
  const configuration = join(WORK, 'kubelet.json');
  writeFileSync(configuration, JSON.stringify(kubeletConfiguration(plane.authorityFile)));
  daemons.start('kubelet', kubernetesProgram('kubelet'), [
    `--config=${configuration}`,
    `--kubeconfig=${kubelet}`,
    `--hostname-override=${NODE.name}`,
    `--node-ip=${NODE.address}`,
    '--node-labels=topology.kubernetes.io/zone=here',
    '--root-dir=/run/kubelet',
    '--cert-dir=/run/kubelet/certificates',
  ]);
  const proxy = join(WORK, 'kube-proxy.json');
  writeFileSync(
    proxy,
    JSON.stringify(proxyConfiguration(await plane.kubeconfig('proxy', { commonName: 'system:kube-proxy' }))),
  );
  daemons.start('kube-proxy', kubernetesProgram('kube-proxy'), [`--config=${proxy}`]);
  await until('the node is not ready', READY_MS_MAX, () => {
    daemons.look();
    kubectl.run('wait', '--for=condition=Ready', `node/${NODE.name}`, '--timeout=1s');
  });
}
