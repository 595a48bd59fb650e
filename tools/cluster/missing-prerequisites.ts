import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Properties of the machine; a test can pass another one. */
export interface Machine {
  readonly platform: string;
  readonly user: number;
  readonly has: (program: string) => boolean;
  readonly exists: (path: string) => boolean;
}

const PROGRAMS: Readonly<Record<string, string>> = {
  unshare: 'util-linux',
  setpriv: 'util-linux',
  mount: 'util-linux',
  ip: 'iproute2',
  tar: 'tar',
  chroot: 'coreutils',
  ldd: 'libc-bin',
  'apt-get': 'Debian or Ubuntu, whose containerd, runc, etcd and nft are used',
  'dpkg-deb': 'dpkg',
  go: 'Go 1.21 or newer, to build Kubernetes',
};
const CONTROLLERS = ['cpu', 'cpuacct', 'cpuset', 'memory', 'pids'];

/** This machine. */
export const HERE: Machine = {
  platform: process.platform,
  user: process.getuid?.() ?? -1,
  has: (program) => spawnSync('sh', ['-c', 'command -v "$1"', 'sh', program]).status === 0,
  exists: existsSync,
};

/** Returns the reasons why a cluster cannot run on a machine, one line each. */
export function missingPrerequisites({ platform, user, has, exists }: Machine): string[] {
  if (platform !== 'linux') return [`Linux: this is ${platform}`];
  const programs = Object.entries(PROGRAMS)
    .filter(([program]) => !has(program))
    .map(([program, from]) => `the program ${program} (${from})`);
  const isSecond = exists('/sys/fs/cgroup/cgroup.controllers');
  const controllers = CONTROLLERS.filter((name) => !isSecond && !exists(`/sys/fs/cgroup/${name}`));
  return [
    ...(user === 0 ? [] : ['root: namespaces, mounts and cgroups of the cluster need it']),
    ...programs,
    ...controllers.map((name) => `the cgroup controller ${name}`),
  ];
}
