import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Clock ticks of Linux, a hundred a second on every platform that Node runs on. */
const MS_PER_TICK = 10;

/** Returns the CPU time used by a process so far, in milliseconds, in user and kernel mode (Linux, /proc). */
export function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may contain spaces: fields count from behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

/** Resident memory of a process in MiB. */
export function memoryMiB(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return (pages * 4_096) / 1_048_576;
}

/** Returns the process that listens on a TCP port of this machine. */
export function pidListeningOn(port: number): number {
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0');
  const listening = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .find((columns) => columns[1]?.endsWith(`:${hexPort}`) && columns[3] === '0A');
  const socket = `socket:[${listening?.[9]}]`;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const open = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
      if (open.includes(socket)) return Number(pid);
    } catch {
      // Ended in the meantime, or not readable by this user.
    }
  }
  throw new Error(`no process listens on port ${port}`);
}
