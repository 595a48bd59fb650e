import { mkdtemp, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Room for several databases beside each other. */
const FREE_BYTES_MIN = 8 * 1024 ** 3;

/**
 * A new folder for what ends with a test: in memory where the machine has plenty, else on the disk. A server that is killed
 * finds there what it wrote, as on the disk; only the machine's own end would lose it.
 */
export async function throwawayFolder(prefix: string): Promise<string> {
  return await mkdtemp(join((await hasRoom()) ? MEMORY : tmpdir(), prefix));
}

async function hasRoom(): Promise<boolean> {
  const found = await statfs(MEMORY).catch(() => undefined);
  return found !== undefined && found.bavail * found.bsize >= FREE_BYTES_MIN && freemem() >= FREE_BYTES_MIN;
}
