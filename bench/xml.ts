import { execFileSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkStream, readInitiation, readStatements, STATEMENT_PARTS, streamXml } from '@xs2a/iso20022';
import { bulkOfCents } from '@xs2a/test-system/data/bulk-of-cents';
import { writeCamtFile } from '@xs2a/test-system/data/camt-file';

// The figures of docs/decisions/0008-xml-libraries.md. Each way of reading runs in a process of its own.
const MESSAGE = '/Document/CstmrCdtTrfInitn';
const PARTS = {
  pain: { containers: ['/Document', MESSAGE, `${MESSAGE}/PmtInf`], repeated: ['PmtInf', 'CdtTrfTxInf'] },
  camt: STATEMENT_PARTS,
};
const LIMITS = { bytesMax: 6 * 1_048_576, transactionsMax: 10_000, blocksMax: 100 };
const CAMT_ENTRIES = 100_000;
const SAMPLE_EVERY_MS = 5;

/** The library as the package has it. */
const ofPackage = createRequire(new URL('../packages/iso20022/package.json', import.meta.url));

type Kind = keyof typeof PARTS;
const WAYS: Readonly<Record<string, (kind: Kind, file: string) => Promise<unknown>>> = {
  'nothing read': async () => undefined,
  'fast-xml-parser, the whole text': async (_, file) => {
    const { XMLParser } = ofPackage('fast-xml-parser');
    const options = { ignoreAttributes: false, parseTagValue: false, processEntities: false };
    return new XMLParser(options).parse(await readFile(file, 'utf8'));
  },
  'saxes: limits, names, lines, parts': (kind, file) => drain(streamXml(createReadStream(file), PARTS[kind])),
  'the same, checked by the schema': (kind, file) =>
    drain(checkStream(streamXml(createReadStream(file), PARTS[kind]), PARTS[kind])),
  'the same, content by fast-xml-parser': async (kind, file) => {
    if (kind === 'pain') return readInitiation(await readFile(file), LIMITS);
    return drain(
      readStatements(checkStream(streamXml(createReadStream(file), PARTS.camt), PARTS.camt), 'Europe/Zagreb'),
    );
  },
};

async function drain(parts: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of parts);
}

/** One way in this process: CPU and the highest resident memory. */
async function measure(kind: Kind, way: string, file: string): Promise<void> {
  let highest = 0;
  const look = (): void => void (highest = Math.max(highest, process.memoryUsage.rss()));
  const sampling = setInterval(look, SAMPLE_EVERY_MS);
  const before = process.cpuUsage();
  const read = await WAYS[way]?.(kind, file);
  look();
  clearInterval(sampling);
  const { user, system } = process.cpuUsage(before);
  console.log(`| ${kind} | ${way} | ${Math.round((user + system) / 1_000)} | ${Math.round(highest / 1_048_576)} |`);
  if (read === null) throw new Error('nothing was read');
}

async function measureAll(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'xs2a-xml-'));
  try {
    const files = { pain: join(folder, 'pain.xml'), camt: join(folder, 'camt.xml') };
    await writeFile(files.pain, bulkOfCents().xml);
    await writeCamtFile(files.camt, { iban: 'HR1210010051863000160', entries: CAMT_ENTRIES });
    console.log('| message | way | CPU-ms | highest resident MiB |\n|---|---|---|---|');
    for (const kind of ['pain', 'camt'] as const) {
      for (const way of Object.keys(WAYS)) {
        const script = fileURLToPath(import.meta.url);
        const options = { stdio: 'inherit' as const };
        execFileSync(process.execPath, ['--conditions=source', script, kind, way, files[kind]], options);
      }
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

const [kind, way, file] = process.argv.slice(2);
if (kind === 'pain' || kind === 'camt') await measure(kind, way ?? '', file ?? '');
else await measureAll();
