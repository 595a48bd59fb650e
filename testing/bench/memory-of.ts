import { readFileSync } from 'node:fs';

/** Proportional set size of a process in MiB: memory shared with other processes counts in parts (Linux, /proc). */
export function pssMiB(pid: number): number {
  const [, kibibytes] = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
  return Number(kibibytes) / 1_024;
}
