import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type ImportResult, importLists, type ListFile, type Manifest } from '@xs2a/trusted-lists';
import { UnusableArguments } from '../command/unusable-arguments.ts';
import { ANCHORS, isAsImported, readManifest, writeImport } from './anchor-folder.ts';
import { fetchLists } from './fetch-lists.ts';

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

function readSigners(file: string): X509Certificate[] {
  const signers = Array.from(readFileSync(file, 'utf8').match(PEM) ?? [], (pem) => new X509Certificate(pem));
  if (signers.length === 0) throw new UnusableArguments(`${file} contains no certificate`);
  return signers;
}

function readListFile(file: string): ListFile {
  return { name: basename(file), bytes: readFileSync(file) };
}

/** Writes the result unless there is nothing to write. The exit code. */
function finish({ out: folder, check }: Asked, before: Manifest | undefined, result: ImportResult): number {
  const { manifest, anchors = '', isChanged, changes, refusals, warnings } = result;
  for (const line of changes) say(line);
  for (const line of warnings) say(`warning: ${line}`);
  for (const line of refusals) process.stderr.write(`refused: ${line}\n`);
  const refused = refusals.length > 0 ? 1 : 0;
  if (manifest === undefined) return refused;
  const trusted = new Set(manifest.services.flatMap(({ isTrusted, sha256 }) => (isTrusted ? [sha256] : []))).size;
  if (trusted === 0) {
    process.stderr.write('no trust anchor is left: nothing was written\n');
    return 1;
  }
  const isAltered = before !== undefined && !isAsImported(folder, before);
  if (isAltered) say(`${ANCHORS} is not as it was imported`);
  if (!isChanged && !isAltered) {
    say(`nothing changed: ${trusted} trust anchors from ${manifest.lists.length} lists`);
    return refused;
  }
  if (check) return refused || 3;
  writeImport(folder, manifest, anchors);
  say(`imported: ${trusted} trust anchors from ${manifest.lists.length} lists`);
  return refused;
}

interface Asked {
  readonly lotl: string;
  readonly signers: string;
  readonly list: readonly string[];
  readonly out: string;
  readonly check: boolean;
}

interface FetchAsked {
  readonly signers: string;
  readonly out: string;
  readonly territories: string | undefined;
  readonly from: string;
}

export async function fetchTrustLists({ signers, out, territories, from }: FetchAsked): Promise<number> {
  const order = { from, folder: out, signers: readSigners(signers), territories: territories?.split(',') };
  const { failed } = await unusableIfThrown(() => fetchLists(order));
  for (const line of failed) process.stderr.write(`not fetched: ${line}\n`);
  return failed.length > 0 ? 1 : 0;
}

export function importTrustLists(asked: Asked): Promise<number> {
  const { lotl, signers, list, out } = asked;
  if (list.length === 0) throw new UnusableArguments('--list is needed: a file for each state.');
  return unusableIfThrown(() => {
    const before = readManifest(out);
    const result = importLists({
      listOfLists: readListFile(lotl),
      lists: list.map(readListFile),
      signers: readSigners(signers),
      before,
      now: new Date(),
    });
    return finish(asked, before, result);
  });
}

/** Reports an unreadable file or address as wrong input. */
async function unusableIfThrown<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new UnusableArguments(error instanceof Error ? error.message : String(error));
  }
}
