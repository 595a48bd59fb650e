import { isTimeZone } from '@xs2a/contracts';
import { XmlRefusal } from '@xs2a/iso20022';
import { Bus, BusConfig, EXIT_CODES, readConfig } from '@xs2a/service-kit';
import type { CommandEnvironment, Progress, Result } from '../command/command.ts';
import { PATIENCE_MS } from '../command/open-databases.ts';
import { UnusableArguments } from '../command/refusals.ts';
import { type AccountList, readAccountList } from './account-list.ts';
import { type CheckedFile, checkFile } from './check-file.ts';
import { type FeedCounts, FeedRejected, feedFile, ServiceUnavailable } from './feed-file.ts';
import { type Journal, openJournal } from './journal.ts';

async function connect(url: string | undefined, environment: CommandEnvironment): Promise<Bus> {
  const env = url === undefined ? process.env : { ...process.env, NATS_URL: url };
  const config = readConfig(BusConfig, await environment.envOf('import-camt', env));
  return Bus.connect(config, 'import-camt', { patienceMs: PATIENCE_MS });
}

interface Settings {
  readonly environment: CommandEnvironment;
  readonly nats: string | undefined;
  readonly accounts: AccountList;
  readonly journal: string | undefined;
  readonly timeZone: string;
  readonly checkOnly: boolean;
  readonly patienceMs: number;
  readonly progress: Progress;
}

/** Result of one file. */
interface FileResult {
  readonly file: string;
  readonly checked?: CheckedFile;
  readonly fed?: FeedCounts;
  readonly refused?: string;
  readonly code: number;
}

/** Imports each file separately: an invalid file is reported and skipped. Stops if the service is unavailable. */
async function importFiles(files: readonly string[], settings: Settings): Promise<Result> {
  const journal = openJournal(settings.journal);
  await using opened = new AsyncDisposableStack();
  let bus: Bus | undefined;
  const connected = async (): Promise<Bus> => {
    bus ??= opened.adopt(await connect(settings.nats, settings.environment), (one) => one.close());
    return bus;
  };
  const ends: FileResult[] = [];
  for (const file of files) {
    const end = await importFile(file, journal, connected, settings);
    ends.push(end);
    if (end.code === EXIT_CODES.away) break;
  }
  return {
    text: ends.flatMap(describe).join('\n'),
    document: ends.map(({ code: _, ...end }) => end),
    faults: ends.flatMap(({ file, refused }) => (refused === undefined ? [] : [`${file}: ${refused}`])),
    code: Math.max(...ends.map(({ code }) => code)),
  };
}

async function importFile(
  file: string,
  journal: Journal,
  connected: () => Promise<Bus>,
  { accounts, timeZone, patienceMs, checkOnly, progress }: Settings,
): Promise<FileResult> {
  let checked: CheckedFile | undefined;
  const show = (count: string): void => progress(`${file}: ${count}`);
  try {
    checked = await checkFile(file, { timeZone, progress: show });
    if (checkOnly) return { file, checked, code: EXIT_CODES.done };
    const bus = await connected();
    const fed = await feedFile(file, { bus, patienceMs, checked, accounts, timeZone, journal, progress: show });
    return { file, checked, fed, code: EXIT_CODES.done };
  } catch (error) {
    const code = error instanceof ServiceUnavailable ? EXIT_CODES.away : EXIT_CODES.failed;
    if (code === EXIT_CODES.failed && !isRefusal(error)) throw error;
    return { file, ...(checked && { checked }), refused: (error as Error).message, code };
  }
}

function describe({ file, checked, fed }: FileResult): string[] {
  if (checked === undefined) return [];
  const valid = `${file}: ${checked.statements} statements with ${checked.entries} entries are valid`;
  if (fed === undefined) return [valid];
  const skipped = `${fed.skipped} are neither booked nor pending`;
  const ownerless = `  ${fed.ownerless} accounts have no owner in --accounts: nobody can read them yet`;
  return [
    valid,
    `${file}: ${fed.entries} entries imported, ${fed.stored} of them new or changed; ${skipped}`,
    ...(fed.ownerless > 0 ? [ownerless] : []),
  ];
}

/** Whether the error is about the file itself. */
function isRefusal(error: unknown): error is Error {
  return error instanceof XmlRefusal || error instanceof FeedRejected || (error instanceof Error && 'path' in error);
}

interface ImportArguments {
  readonly files: readonly string[];
  readonly nats: string | undefined;
  readonly accounts: string | undefined;
  readonly journal: string | undefined;
  readonly check: boolean;
  readonly timeZone: string;
  readonly patience: string;
}

export async function importCamt(
  { files, patience, check, ...asked }: ImportArguments,
  environment: CommandEnvironment,
  progress: Progress,
): Promise<Result> {
  const patienceMs = Number(patience) * 1_000;
  if (!(patienceMs >= 0)) throw new UnusableArguments('--patience must be a number of seconds.');
  if (!isTimeZone(asked.timeZone)) throw new UnusableArguments('--time-zone must be a zone such as Europe/Zagreb.');
  try {
    const accounts = await readAccountList(asked.accounts);
    return await importFiles(files, { ...asked, environment, accounts, checkOnly: check, patienceMs, progress });
  } catch (error) {
    throw error instanceof TypeError ? new UnusableArguments(error.message) : error;
  }
}
