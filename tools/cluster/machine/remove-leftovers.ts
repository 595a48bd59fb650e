import { existsSync, readdirSync, readFileSync, readlinkSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE, WORK } from '../folders.ts';
import { cgroups } from './set-up-machine.ts';

/** Attempts to remove a cgroup, and milliseconds between them: its processes may just be ending. */
const ATTEMPTS = 50;
const BETWEEN_MS = 100;

/** Removes the cgroups of pods, from the innermost outwards. */
export async function removeCgroups(): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      for (const folder of cgroups()) removeTree(folder);
      return;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
    }
  }
}

/**
 * Removes what an interrupted run has left. Its processes and mounts ended with it, so running ones are of another run, which
 * would be disturbed.
 */
export async function removeRemains(): Promise<void> {
  const running = listRemains().filter((line) => line.startsWith('process '));
  if (running.length > 0) throw new Error(`another run is in progress: ${running.join('; ')}`);
  await removeCgroups();
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
