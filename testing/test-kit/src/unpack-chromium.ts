import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';
import { REPOSITORY } from './find-server.ts';

/** Archives for `lib/` beside the browser: NSS, fonts, and the software renderer. */
const ARCHIVES = ['al2023', 'fonts', 'swiftshader'] as const;

/** Returns the folder of the packaged Chromium, unpacked once per version into `.local`; several test files may call it at once. */
export async function unpackChromium(): Promise<string> {
  const packageFolder = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..');
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  const folder = join(REPOSITORY, '.local', `chromium-${version}`);
  if (existsSync(folder)) return folder;
  await mkdir(dirname(folder), { recursive: true });
  const work = await mkdtemp(`${folder}-`);
  try {
    const bin = join(packageFolder, 'bin');
    await Promise.all([
      decompress(join(bin, 'chromium.br'), join(work, 'chromium')),
      ...ARCHIVES.map((archive) => untar(join(bin, `${archive}.tar.br`), join(work, `${archive}.tar`), work)),
    ]);
    await chmod(join(work, 'chromium'), 0o755);
    await chmod(work, 0o755);
    await rename(work, folder);
  } catch (error) {
    // Another process was first and has put the same files there.
    if (!existsSync(folder)) throw error;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return folder;
}

async function decompress(from: string, to: string): Promise<void> {
  await pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to));
}

async function untar(from: string, archive: string, folder: string): Promise<void> {
  await decompress(from, archive);
  await promisify(execFile)('tar', ['-x', '-f', archive, '-C', folder]);
  await rm(archive);
}
