// Imports camt statements into accounts, for a bank without an event feed (docs/camt.md):
//   npm run import-camt -- [--nats <url>] [--accounts <file.json>] [--journal <file.json>] [--check]
//     [--time-zone <zone>] [--patience <seconds>] <camt file> …
// Each file is checked completely before any of it is sent. Repeating an import changes nothing.
// Exit codes: 0 everything imported, 1 a file was refused, 2 invalid arguments, 3 service unavailable.
import { isTimeZone, PROFILE_PRESETS } from '@xs2a/contracts';
import { XmlRefusal } from '@xs2a/iso20022';
import { Bus, BusConfig, EXIT_CODES, readConfig, ServerAway } from '@xs2a/service-kit';
import { readArguments } from './command/read-arguments.ts';
import { PATIENCE_MS, runToEnd, UnusableArguments } from './command/run-to-end.ts';
import { type AccountList, readAccountList } from './import-camt/account-list.ts';
import { checkFile } from './import-camt/check-file.ts';
import { FedRefusal, feedFile, ServiceAway } from './import-camt/feed-file.ts';
import { openJournal } from './import-camt/journal.ts';
import { Progress } from './import-camt/progress.ts';
import { commandEnv } from './start/local-identity.ts';

const USAGE =
  'npm run import-camt -- [--nats <url>] [--accounts <file.json>] [--journal <file.json>] [--check] [--time-zone <zone>] [--patience <seconds>] <camt file> …';

const say = (line: string): void => void process.stderr.write(`${line}\n`);

function connect(url: string | undefined): Promise<Bus> {
  const env = url === undefined ? process.env : { ...process.env, NATS_URL: url };
  const config = readConfig(BusConfig, commandEnv('import-camt', env));
  return Bus.connect(config, 'import-camt', { patienceMs: PATIENCE_MS });
}

interface Settings {
  readonly nats: string | undefined;
  readonly accounts: AccountList;
  readonly journal: string | undefined;
  readonly timeZone: string;
  readonly checkOnly: boolean;
  readonly patienceMs: number;
}

/** Imports each file on its own: an invalid file is reported and skipped. */
async function importFiles(files: readonly string[], settings: Settings): Promise<number> {
  const { accounts, timeZone, patienceMs } = settings;
  const journal = openJournal(settings.journal);
  let bus: Bus | undefined;
  let code: number = EXIT_CODES.done;
  try {
    for (const file of files) {
      const progress = new Progress(file);
      try {
        const checked = await checkFile(file, { timeZone, progress });
        progress.end(`${checked.statements} statements with ${checked.entries} entries are valid`);
        if (settings.checkOnly) continue;
        bus ??= await connect(settings.nats);
        const fed = await feedFile(file, { bus, patienceMs, checked, accounts, timeZone, journal, progress });
        progress.end(
          `${fed.entries} entries imported, ${fed.stored} of them new or changed; ${fed.skipped} are neither booked nor pending`,
        );
        if (fed.ownerless > 0) say(`  ${fed.ownerless} accounts have no owner in --accounts: nobody can read them yet`);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        progress.end('');
        say(`${file}: ${error.message}`);
        code = EXIT_CODES.failed;
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
      'time-zone': { type: 'string', default: PROFILE_PRESETS['hr-full'].timeZone },
      patience: { type: 'string', default: '30' },
    },
    allowPositionals: true,
  });
  if (positionals.length === 0) throw new UnusableArguments(`No file given.\n${USAGE}`);
  const patienceMs = Number(values.patience) * 1_000;
  if (!(patienceMs >= 0)) throw new UnusableArguments('--patience must be a number of seconds.');
  const { nats, journal, check: checkOnly, 'time-zone': timeZone } = values;
  if (!isTimeZone(timeZone)) throw new TypeError('--time-zone must be a zone such as Europe/Zagreb.');
  const accounts = await readAccountList(values.accounts);
  return importFiles(positionals, { nats, accounts, journal, timeZone, checkOnly, patienceMs });
}

await runToEnd(() =>
  main().catch((error: unknown) => {
    throw error instanceof ServiceAway
      ? new ServerAway(error.message)
      : error instanceof TypeError
        ? new UnusableArguments(`${error.message}\n${USAGE}`)
        : error;
  }),
);
