import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEBIAN } from '../fetched/debian-packages.ts';
import { WORK } from '../folders.ts';
import { runProgram } from '../run-program.ts';
import { PODS } from './addresses.ts';
import { type Daemons, programEnvironment, until } from './daemons.ts';

const READY_MS_MAX = 60_000;
export const SOCKET = '/run/containerd/containerd.sock';

const NETWORK = {
  cniVersion: '0.4.0',
  name: 'pods',
  plugins: [
    {
      type: 'ptp',
      ipMasq: false,
      ipam: {
        type: 'host-local',
        dataDir: '/run/cni-addresses',
        ranges: [[{ subnet: PODS }]],
        routes: [{ dst: '0.0.0.0/0' }],
      },
    },
  ],
};

function configuration(root: string, networks: string): string {
  return `version = 2
root = ${JSON.stringify(root)}
state = "/run/containerd"
disabled_plugins = ["io.containerd.internal.v1.opt", "io.containerd.snapshotter.v1.aufs", "io.containerd.snapshotter.v1.btrfs", "io.containerd.snapshotter.v1.devmapper", "io.containerd.snapshotter.v1.zfs"]
[grpc]
address = ${JSON.stringify(SOCKET)}
[plugins."io.containerd.grpc.v1.cri"]
sandbox_image = "xs2a.test/pause:1"
# Root without CAP_SYS_RESOURCE may not lower the score of a process.
restrict_oom_score_adj = true
disable_apparmor = true
[plugins."io.containerd.grpc.v1.cri".containerd]
snapshotter = "overlayfs"
default_runtime_name = "runc"
[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
runtime_type = "io.containerd.runc.v2"
[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
SystemdCgroup = false
[plugins."io.containerd.grpc.v1.cri".cni]
bin_dir = ${JSON.stringify(DEBIAN.plugins)}
conf_dir = ${JSON.stringify(networks)}
`;
}

/** Starts containerd and imports the image archives in a folder. */
export async function startContainerd(daemons: Daemons, archives: string): Promise<void> {
  const [root, networks] = [join(WORK, 'containerd'), join(WORK, 'networks')];
  for (const folder of [root, networks]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(networks, '10-pods.conflist'), JSON.stringify(NETWORK));
  const file = join(WORK, 'containerd.toml');
  writeFileSync(file, configuration(root, networks));
  daemons.start('containerd', 'containerd', ['--config', file]);
  const ctr = (...args: string[]): string =>
    runProgram('ctr', ['--address', SOCKET, '--namespace', 'k8s.io', ...args], { env: programEnvironment() });
  await until('containerd does not answer', READY_MS_MAX, () => {
    daemons.look();
    return ctr('version');
  });
  for (const archive of readdirSync(archives)) ctr('images', 'import', join(archives, archive));
}
