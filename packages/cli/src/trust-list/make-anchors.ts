import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { EXIT_CODES } from '@xs2a/service-kit';
import { type ImportResult, importLists, type ListFile, type Manifest } from '@xs2a/trusted-lists';
import type { CommandEnvironment, Progress, Result } from '../command/command.ts';
import { UnusableArguments, unusableIfThrown } from '../command/refusals.ts';
import { ANCHORS, isAsImported, readManifest, writeImport } from './anchor-folder.ts';
import { fetchLists } from './fetch-lists.ts';

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
/** Exit code of --check if an import would change something. */
const WOULD_CHANGE = 3;

type State = 'refused' | 'noneLeft' | 'unchanged' | 'wouldChange' | 'imported';

function readSigners(file: string): X509Certificate[] {
  const signers = Array.from(readFileSync(file, 'utf8').match(PEM) ?? [], (pem) => new X509Certificate(pem));
  if (signers.length === 0) throw new UnusableArguments(`${file} contains no certificate`);
  return signers;
}

function readListFile(file: string): ListFile {
  return { name: basename(file), bytes: readFileSync(file) };
}

/** Writes the result if it differs. */
function finish({ out: folder, check }: Asked, before: Manifest | undefined, result: ImportResult): Result {
  const { manifest, anchors = '', isChanged, changes, refusals, warnings } = result;
  const { done, failed } = EXIT_CODES;
  const refused = refusals.length > 0 ? failed : done;
  const trusted = new Set(manifest?.services.flatMap(({ isTrusted, sha256 }) => (isTrusted ? [sha256] : []))).size;
  const isAltered = before !== undefined && manifest !== undefined && !isAsImported(folder, before);
  const told = (state: State, code: number, last?: string): Result => ({
    text: [
      ...changes,
      ...warnings.map((line) => `warning: ${line}`),
      ...(isAltered ? [`${ANCHORS} is not as it was imported`] : []),
      ...(last === undefined ? [] : [`${last}: ${trusted} trust anchors from ${manifest?.lists.length} lists`]),
    ].join('\n'),
    faults: [
      ...refusals.map((line) => `refused: ${line}`),
      ...(state === 'noneLeft' ? ['no trust anchor is left: nothing was written'] : []),
    ],
    document: { state, changes, warnings, refusals, isAltered, anchors: trusted },
    code,
  });
  if (manifest === undefined) return told('refused', failed);
  if (trusted === 0) return told('noneLeft', failed);
  if (!isChanged && !isAltered) return told('unchanged', refused, 'nothing changed');
  if (check) return told('wouldChange', refused || WOULD_CHANGE);
  writeImport(folder, manifest, anchors);
  return told('imported', refused, 'imported');
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

export async function fetchTrustLists(
  { signers, out, territories, from }: FetchAsked,
  _: CommandEnvironment,
  progress: Progress,
): Promise<Result> {
  const order = { from, folder: out, signers: readSigners(signers), territories: territories?.split(','), progress };
  const { fetched, failed } = await unusableIfThrown(() => fetchLists(order));
  return {
    text: `${fetched.length} lists were fetched, and the list of lists. See ${out}.`,
    document: { folder: out, fetched, failed },
    faults: failed.map((line) => `not fetched: ${line}`),
    code: EXIT_CODES[failed.length > 0 ? 'failed' : 'done'],
  };
}

export function importTrustLists(asked: Asked, _: CommandEnvironment, progress: Progress): Promise<Result> {
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
      onList: (verified) => progress(`${verified} of ${list.length} lists`),
    });
    return finish(asked, before, result);
  });
}
