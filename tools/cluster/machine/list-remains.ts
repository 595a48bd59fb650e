import { existsSync, readdirSync, readFileSync, readlinkSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE, WORK } from '../folders.ts';
import { cgroups } from './set-up-machine.ts';

/** Removes the cgroups of pods, from the innermost outwards. */
export function removeCgroups(): void {
  for (const folder of cgroups()) removeTree(folder);
}

function removeTree(folder: string): void {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeTree(join(folder, entry.name));
  rmdirSync(folder);
}

/** Returns processes of the cluster's programs, mounts below its folder, and its cgroups, each as a line. */
export function listRemains(): string[] {
  const processes = readdirSync('/proc').flatMap((pid) => {
    const program = programOf(pid);
    return program?.startsWith(CACHE) || program?.startsWith(WORK) ? [`process ${pid} ${program}`] : [];
  });
  const mounts = readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .flatMap((line) => (line.includes(WORK) ? [`mount ${line.split(' ')[4]}`] : []));
  return [...processes, ...mounts, ...cgroups().filter((folder) => existsSync(folder))];
}

function programOf(pid: string): string | undefined {
  if (!/^\d+$/.test(pid)) return undefined;
  try {
    return readlinkSync(join('/proc', pid, 'exe'));
  } catch {
    return undefined;
  }
}
