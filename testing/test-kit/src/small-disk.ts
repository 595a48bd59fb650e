import { execFile } from 'node:child_process';
import { type FileHandle, mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MEGABYTE = 1024 * 1024;

/** A small separate file system that can be filled up and emptied again. */
export interface SmallDisk extends AsyncDisposable {
  readonly folder: string;
  /** Uses all free space. */
  fill(): Promise<void>;
  empty(): Promise<void>;
}

/** Mounts one in memory. Undefined if this process may not mount: that takes Linux and root. */
export async function smallDisk(megabytes: number): Promise<SmallDisk | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'xs2a-disk-'));
  const isMounted = await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]).then(
    () => true,
    () => false,
  );
  if (!isMounted) {
    await rm(folder, { recursive: true });
    return undefined;
  }
  const [ballast, data] = [join(folder, 'ballast'), join(folder, 'data')];
  await mkdir(data);
  return {
    // Below the mount point, as the user of the folder may remove it.
    folder: data,
    fill: () => writeUntilFull(ballast),
    empty: () => rm(ballast, { force: true }),
    async [Symbol.asyncDispose]() {
      await run('umount', ['--lazy', folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Others may write to it at the same time: it is full when a write fails. */
async function writeUntilFull(path: string): Promise<void> {
  await using file: FileHandle = await open(path, 'w');
  const block = Buffer.alloc(MEGABYTE);
  // Less than a block is free when the first one no longer fits.
  for (let size = block.length; size > 0; ) {
    try {
      await file.writeFile(block.subarray(0, size));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      size = Math.floor(size / 2);
    }
  }
}
