// Imports camt statements into accounts, for a bank without an event feed (docs/camt.md):
//   npm run import-camt -- [--nats <url>] [--accounts <file.json>] [--journal <file.json>] [--check]
//     [--patience <seconds>] <camt file> …
// Each file is checked completely before any of it is sent. Repeating an import changes nothing.
// Exit codes: 0 everything imported, 1 a file was refused, 2 invalid arguments, 3 service unavailable.
import { XmlRefusal } from '@xs2a/iso20022';
import { Bus, BusConfig, BusRefusal, readConfig } from '@xs2a/service-kit';
import { type AccountList, readAccountList } from './import-camt/account-list.ts';
import { checkFile } from './import-camt/check-file.ts';
import { FedRefusal, feedFile, ServiceAway } from './import-camt/feed-file.ts';
import { openJournal } from './import-camt/journal.ts';
import { Progress } from './import-camt/progress.ts';
import { readArguments } from './read-arguments.ts';
import { commandEnv } from './start/local-identity.ts';

const USAGE =
  'npm run import-camt -- [--nats <url>] [--accounts <file.json>] [--journal <file.json>] [--check] [--patience <seconds>] <camt file> …\n';
const CONNECT_MS_MAX = 10_000;
const EXIT = { done: 0, refused: 1, usage: 2, away: 3 } as const;

const say = (line: string): void => void process.stderr.write(`${line}\n`);

function connect(url: string | undefined): Promise<Bus> {
  const env = url === undefined ? process.env : { ...process.env, NATS_URL: url };
  const config = readConfig(BusConfig, commandEnv('import-camt', env));
  return Bus.connect(config, 'import-camt', { patienceMs: CONNECT_MS_MAX });
}

interface Settings {
  readonly nats: string | undefined;
  readonly accounts: AccountList;
  readonly journal: string | undefined;
  readonly checkOnly: boolean;
  readonly patienceMs: number;
}

/** Imports each file on its own: an invalid file is reported and skipped. */
async function importFiles(files: readonly string[], settings: Settings): Promise<number> {
  const journal = openJournal(settings.journal);
  let bus: Bus | undefined;
  let code: number = EXIT.done;
  try {
    for (const file of files) {
      const progress = new Progress(file);
      try {
        const checked = await checkFile(file, progress);
        progress.end(`${checked.statements} statements with ${checked.entries} entries are valid`);
        if (settings.checkOnly) continue;
        bus ??= await connect(settings.nats);
        const { accounts, patienceMs } = settings;
        const fed = await feedFile(file, { bus, patienceMs, checked, accounts, journal, progress });
        progress.end(
          `${fed.entries} entries imported, ${fed.stored} of them new or changed; ${fed.skipped} are neither booked nor pending`,
        );
        if (fed.ownerless > 0) say(`  ${fed.ownerless} accounts have no owner in --accounts: nobody can read them yet`);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        progress.end('');
        say(`${file}: ${error.message}`);
        code = EXIT.refused;
      }
    }
    return code;
  } finally {
    await bus?.close();
  }
}

/** Whether the error is about the file itself. */
function isRefusal(error: unknown): error is Error {
  return error instanceof XmlRefusal || error instanceof FedRefusal || (error instanceof Error && 'path' in error);
}

async function main(): Promise<number> {
  const { values, positionals } = readArguments(import.meta.filename, {
    options: {
      nats: { type: 'string' },
      accounts: { type: 'string' },
      journal: { type: 'string' },
      check: { type: 'boolean', default: false },
      patience: { type: 'string', default: '30' },
    },
    allowPositionals: true,
  });
  if (positionals.length === 0) throw new TypeError('No file given.');
  const accounts = await readAccountList(values.accounts);
  const { nats, journal, check: checkOnly } = values;
  return importFiles(positionals, { nats, accounts, journal, checkOnly, patienceMs: Number(values.patience) * 1_000 });
}

try {
  process.exitCode = await main();
} catch (error) {
  const isUsage = error instanceof TypeError;
  say(error instanceof Error ? error.message : String(error));
  if (isUsage) process.stderr.write(USAGE);
  process.exitCode = isUsage
    ? EXIT.usage
    : error instanceof ServiceAway || error instanceof BusRefusal
      ? EXIT.away
      : EXIT.refused;
}
