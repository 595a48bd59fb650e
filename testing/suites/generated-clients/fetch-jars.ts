import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Jar } from './pins.ts';

const KEPT = fileURLToPath(new URL('../../../.local/jars', import.meta.url));
/** `MAVEN_CENTRAL` is for a mirror: its files must have the pinned hash. */
const CENTRAL = process.env['MAVEN_CENTRAL'] ?? 'https://repo1.maven.org/maven2';

/** Returns the file of an artefact, fetched once into `.local`; a file with another hash is never used. */
export async function fetchJar({ path, sha256 }: Jar): Promise<string> {
  const file = join(KEPT, basename(path));
  if (existsSync(file) && hashOf(readFileSync(file)) === sha256) return file;
  const answer = await fetch(`${CENTRAL}/${path}`);
  if (!answer.ok) throw new Error(`${CENTRAL}/${path} is answered ${answer.status}`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (hashOf(bytes) !== sha256) throw new Error(`${path} does not have the pinned hash`);
  mkdirSync(KEPT, { recursive: true });
  // Written beside its final place first, so that an interrupted run leaves no partial file.
  writeFileSync(`${file}.${process.pid}`, bytes);
  renameSync(`${file}.${process.pid}`, file);
  return file;
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
