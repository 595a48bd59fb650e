import type { X509Certificate } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { listLocations } from '@xs2a/trusted-lists';
import type { Progress } from '../command/command.ts';
import { writeWhole } from './anchor-folder.ts';

const BYTES_MAX = 32 * 1_048_576;
const WAIT_MS_MAX = 60_000;

interface FetchOptions {
  readonly from: string;
  readonly folder: string;
  readonly signers: readonly X509Certificate[];
  /** Default: all. */
  readonly territories: readonly string[] | undefined;
  readonly progress: Progress;
}

/**
 * Downloads the list of lists and the national lists into a folder. Uses addresses of the list of lists once its signature is
 * verified. The national lists are verified when they are imported.
 */
export async function fetchLists({ from, folder, signers, territories, progress }: FetchOptions): Promise<{
  fetched: string[];
  failed: string[];
}> {
  const root = await fetchFile(from);
  const locations = listLocations(root, signers);
  const wanted = territories ?? [...locations.keys()];
  mkdirSync(folder, { recursive: true });
  writeWhole(join(folder, 'eu-lotl.xml'), root);
  const fetched: string[] = [];
  const failed: string[] = [];
  for (const [at, territory] of wanted.entries()) {
    progress(`${at} of ${wanted.length} lists`);
    try {
      const location = locations.get(territory);
      if (location === undefined) throw new Error('the list of lists does not name it');
      writeWhole(join(folder, `${territory}.xml`), await fetchFile(location));
      fetched.push(territory);
    } catch (error) {
      failed.push(`${territory}: ${(error as Error).message}`);
    }
  }
  return { fetched, failed };
}

/** Only over https, without redirects, and within limits of size and time. */
async function fetchFile(address: string): Promise<Uint8Array> {
  if (!URL.canParse(address) || new URL(address).protocol !== 'https:')
    throw new Error(`${address} is no https address`);
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(WAIT_MS_MAX) });
  if (response.status !== 200 || response.body === null) throw new Error(`${address} answered ${response.status}`);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body) {
    bytes += part.length;
    if (bytes > BYTES_MAX) throw new Error(`${address} has more than ${BYTES_MAX} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
