import { mkdtemp, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Space for several databases in parallel. */
const FREE_BYTES_MIN = 8 * 1024 ** 3;

/**
 * Creates a folder for data that ends with a test: in memory if the machine has plenty, otherwise on the disk. A killed server
 * finds its data there as on a disk; only a crash of the machine would lose it.
 */
export async function throwawayFolder(prefix: string): Promise<string> {
  return await mkdtemp(join((await hasRoom()) ? MEMORY : tmpdir(), prefix));
}

async function hasRoom(): Promise<boolean> {
  const found = await statfs(MEMORY).catch(() => undefined);
  return found !== undefined && found.bavail * found.bsize >= FREE_BYTES_MIN && freemem() >= FREE_BYTES_MIN;
}
