import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOGS, WORK } from '../folders.ts';
import { runProgram } from '../run-program.ts';
import { CGROUP, NODE, SERVICES } from './addresses.ts';

/** Folders that programs of the cluster write to by name: those of the machine are hidden, only in this namespace. */
const HIDDEN = ['/run', '/var/log'];
/** Kernel settings that kubelet changes for the whole machine: it changes a copy instead. */
const KEPT_FROM_KUBELET = [
  'vm/overcommit_memory',
  'vm/panic_on_oom',
  'kernel/panic',
  'kernel/panic_on_oops',
  'kernel/keys/root_maxkeys',
  'kernel/keys/root_maxbytes',
];
const CGROUPS = '/sys/fs/cgroup';

/** Prepares the namespaces of this process as a separate machine. */
export function setUpMachine(): void {
  for (const folder of HIDDEN) runProgram('mount', ['-t', 'tmpfs', 'tmpfs', folder]);
  const copies = join(WORK, 'settings');
  mkdirSync(copies, { recursive: true });
  for (const setting of KEPT_FROM_KUBELET) {
    const path = join('/proc/sys', setting);
    if (!existsSync(path)) continue;
    const copy = join(copies, setting.replaceAll('/', '-'));
    writeFileSync(copy, readFileSync(path, 'utf8'));
    runProgram('mount', ['--bind', copy, path]);
  }
  mkdirSync(LOGS, { recursive: true });
  setUpNetwork();
  makeCgroups();
}

function setUpNetwork(): void {
  const ip = (...args: string[]): string => runProgram('ip', args);
  ip('link', 'set', 'lo', 'up');
  ip('link', 'add', 'node', 'type', 'bridge');
  ip('address', 'add', `${NODE.address}/24`, 'dev', 'node');
  ip('link', 'set', 'node', 'up');
  // Without a default route the node itself does not reach the addresses of Services.
  ip('route', 'add', 'default', 'dev', 'node');
  writeFileSync('/proc/sys/net/ipv4/ip_forward', '1');
}

/** Creates a separate cgroup for all pods, so that their end can be checked. */
function makeCgroups(): void {
  for (const folder of cgroups()) {
    mkdirSync(folder, { recursive: true });
    // A version 1 cgroup has no processors and no memory until they are assigned.
    for (const setting of ['cpuset.cpus', 'cpuset.mems']) {
      const from = join(folder, '..', setting);
      if (existsSync(from) && existsSync(join(folder, setting)))
        writeFileSync(join(folder, setting), readFileSync(from, 'utf8').trim());
    }
  }
}

/** Returns the folders of the cgroup, one for each controller (version 1) or one for all (version 2). */
export function cgroups(): string[] {
  if (existsSync(join(CGROUPS, 'cgroup.controllers'))) return [join(CGROUPS, CGROUP)];
  return readdirSync(CGROUPS)
    .filter((name) => existsSync(join(CGROUPS, name, 'cgroup.procs')))
    .map((name) => join(CGROUPS, name, CGROUP));
}

/** Configures the name server of the cluster for this machine's programs, as for pods of a namespace. */
export function useNameServer(namespace: string): void {
  const file = join(WORK, 'resolv.conf');
  const search = [`${namespace}.svc.cluster.local`, 'svc.cluster.local', 'cluster.local'];
  writeFileSync(file, `nameserver ${SERVICES.dns}\nsearch ${search.join(' ')}\noptions ndots:5\n`);
  runProgram('mount', ['--bind', file, '/etc/resolv.conf']);
}

/** Gives a name outside the cluster an address in it, as the bank's DNS would. */
export function nameHost(name: string, address: string): void {
  const file = join(WORK, 'hosts');
  writeFileSync(file, `127.0.0.1 localhost\n${address} ${name}\n`);
  runProgram('mount', ['--bind', file, '/etc/hosts']);
}
