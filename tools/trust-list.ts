// Makes the trust anchors of the gateway from the trusted lists of the European Union (ETSI TS 119 612):
//   npm run trust-list -- import --lotl <file> --signers <file> --list <file> [--list <file> …] --out <folder> [--check]
//   npm run trust-list -- fetch --signers <file> --out <folder> [--territories HR,SI] [--from https://…]
// `--signers` has the certificates that may sign the list of lists (PEM), as published in the Official Journal. `import`
// needs no network. It verifies all lists, prints what changed since the import before, and writes trust-anchors.pem (for
// TPP_TRUST_LIST) and manifest.json. A list that is refused changes nothing; the others are imported. `--check` writes
// nothing. `fetch` gets the lists over https and imports nothing.
// Exits with 0 after an import, also where nothing changed; 1 where a list was refused or not fetched; 2 where an argument
// or a file is wrong; 3 with `--check` where an import would change something.
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type ImportResult, importLists, type ListFile, type Manifest } from '@xs2a/trusted-lists';
import { readArguments } from './command/read-arguments.ts';
import { ANCHORS, isAsImported, readManifest, writeImport } from './trust-list/anchor-folder.ts';
import { fetchLists } from './trust-list/fetch-lists.ts';

const EU_LIST_OF_LISTS = 'https://ec.europa.eu/tools/lotl/eu-lotl.xml';
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const { values, positionals } = readArguments(import.meta.filename, {
  options: {
    lotl: { type: 'string' },
    list: { type: 'string', multiple: true },
    signers: { type: 'string' },
    out: { type: 'string' },
    check: { type: 'boolean' },
    territories: { type: 'string' },
    from: { type: 'string' },
  },
  allowPositionals: true,
});

function readSigners(file: string): X509Certificate[] {
  const signers = Array.from(readFileSync(file, 'utf8').match(PEM) ?? [], (pem) => new X509Certificate(pem));
  if (signers.length === 0) throw new Error(`${file} contains no certificate`);
  return signers;
}

function readListFile(file: string): ListFile {
  return { name: basename(file), bytes: readFileSync(file) };
}

/** Writes the result unless there is nothing to write. The exit code. */
function finish(folder: string, before: Manifest | undefined, result: ImportResult): number {
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
  if (values.check) return refused || 3;
  writeImport(folder, manifest, anchors);
  say(`imported: ${trusted} trust anchors from ${manifest.lists.length} lists`);
  return refused;
}

async function run(): Promise<number> {
  const [word, ...others] = positionals;
  const { lotl, list = [], signers, out, territories, from = EU_LIST_OF_LISTS } = values;
  if (others.length > 0 || signers === undefined || out === undefined)
    throw new Error('the arguments do not fit; see --help');
  if (word === 'fetch' && lotl === undefined && list.length === 0 && !values.check) {
    const order = { from, folder: out, signers: readSigners(signers), territories: territories?.split(',') };
    const { failed } = await fetchLists(order);
    for (const line of failed) process.stderr.write(`not fetched: ${line}\n`);
    return failed.length > 0 ? 1 : 0;
  }
  if (word !== 'import' || lotl === undefined || list.length === 0)
    throw new Error('the arguments do not fit; see --help');
  const before = readManifest(out);
  const result = importLists({
    listOfLists: readListFile(lotl),
    lists: list.map(readListFile),
    signers: readSigners(signers),
    before,
    now: new Date(),
  });
  return finish(out, before, result);
}

try {
  process.exitCode = await run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
