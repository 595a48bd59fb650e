import { isTimeZone } from '@xs2a/contracts';
import { XmlRefusal } from '@xs2a/iso20022';
import { Bus, BusConfig, EXIT_CODES, readConfig, ServerAway } from '@xs2a/service-kit';
import type { Place } from '../command/command.ts';
import { PATIENCE_MS } from '../command/open-databases.ts';
import { UnusableArguments } from '../command/unusable-arguments.ts';
import { type AccountList, readAccountList } from './account-list.ts';
import { checkFile } from './check-file.ts';
import { FedRefusal, feedFile, ServiceAway } from './feed-file.ts';
import { openJournal } from './journal.ts';
import { Progress } from './progress.ts';

const say = (line: string): void => void process.stderr.write(`${line}\n`);

async function connect(url: string | undefined, place: Place): Promise<Bus> {
  const env = url === undefined ? process.env : { ...process.env, NATS_URL: url };
  const config = readConfig(BusConfig, await place.envOf('import-camt', env));
  return Bus.connect(config, 'import-camt', { patienceMs: PATIENCE_MS });
}

interface Settings {
  readonly place: Place;
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
        bus ??= await connect(settings.nats, settings.place);
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

interface Asked {
  readonly files: readonly string[];
  readonly nats: string | undefined;
  readonly accounts: string | undefined;
  readonly journal: string | undefined;
  readonly check: boolean;
  readonly timeZone: string;
  readonly patience: string;
}

export async function importCamt({ files, patience, check, ...asked }: Asked, place: Place): Promise<number> {
  const patienceMs = Number(patience) * 1_000;
  if (!(patienceMs >= 0)) throw new UnusableArguments('--patience must be a number of seconds.');
  if (!isTimeZone(asked.timeZone)) throw new UnusableArguments('--time-zone must be a zone such as Europe/Zagreb.');
  try {
    const accounts = await readAccountList(asked.accounts);
    return await importFiles(files, { ...asked, place, accounts, checkOnly: check, patienceMs });
  } catch (error) {
    if (error instanceof ServiceAway) throw new ServerAway(error.message);
    throw error instanceof TypeError ? new UnusableArguments(error.message) : error;
  }
}
