import { Xs2aError } from '@xs2a/contracts';
import {
  DatabaseConfig,
  databaseAddress,
  EXIT_CODES,
  readConfig,
  ServerAway,
  SettingsRefusal,
} from '@xs2a/service-kit';
import {
  MongoClient,
  type MongoClientOptions,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
} from 'mongodb';
import { commandEnv } from '../start/local-identity.ts';

/** Milliseconds that a command waits for the bus, or for a database that answers. */
export const PATIENCE_MS = 4_000;
const NOT_PERMITTED = new Set<unknown>([13, 18]);

/** Arguments that contradict each other, or a file that they name and that is of no use. */
export class UnusableArguments extends Error {
  override readonly name = 'UnusableArguments';
}

/** Runs a command. What it fails with is one line on standard error for each fault, and an exit code of the table. */
export async function runToEnd(work: () => number | undefined | Promise<number | undefined>): Promise<void> {
  try {
    process.exitCode = (await work()) ?? EXIT_CODES.done;
  } catch (error) {
    const { code, lines } = endOf(error);
    process.stderr.write(lines.map((line) => `${line}\n`).join(''));
    process.exitCode = code;
  }
}

/**
 * A client for the database of a service, as the operator. Throws where the address is none. It is connected when it is first
 * used.
 */
export function openDatabase(
  command: string,
  { variable = 'MONGO_URL', ...options }: MongoClientOptions & { variable?: string } = {},
): MongoClient {
  const given = process.env[variable];
  const env = commandEnv('operator', given ? { ...process.env, MONGO_URL: given } : process.env);
  const { url, options: own } = databaseAddress(readConfig(DatabaseConfig, env));
  return new MongoClient(url, {
    ...own,
    appName: command,
    writeConcern: { w: 'majority', journal: true },
    readConcern: { level: 'majority' },
    serverSelectionTimeoutMS: PATIENCE_MS,
    useBigInt64: true,
    ...options,
  });
}

/** How a command ends that failed, and what it says. */
function endOf(error: unknown): { code: number; lines: readonly string[] } {
  const { unusable, away, failed } = EXIT_CODES;
  if (error instanceof SettingsRefusal) {
    return { code: unusable, lines: error.faults.map(({ variable, text }) => `${variable}: ${text}`) };
  }
  if (error instanceof UnusableArguments) return { code: unusable, lines: error.message.split('\n') };
  if (error instanceof ServerAway) return { code: away, lines: [error.message] };
  if (error instanceof MongoServerSelectionError) return { code: away, lines: [databaseAway(error)] };
  if (error instanceof MongoNetworkError) return { code: away, lines: ['MONGO_URL: the connection was lost'] };
  if (error instanceof MongoServerError && NOT_PERMITTED.has(error.code)) {
    return {
      code: unusable,
      lines: ['MONGO_URL: the database refuses these credentials (MONGO_USER, MONGO_PASSWORD_FILE)'],
    };
  }
  if (error instanceof Xs2aError) {
    const isAway = error.situation === 'serviceUnavailable';
    const why = error.cause instanceof Error ? error.cause.message : error.text;
    return { code: isAway ? away : failed, lines: [`${error.message} ${isAway ? why : error.text}`.trim()] };
  }
  if (isFileError(error)) return { code: unusable, lines: [`${error.path}: the file cannot be used (${error.code})`] };
  return { code: failed, lines: [error instanceof Error ? error.message : String(error)] };
}

/** The servers that were asked, without credentials. */
function databaseAway({ reason }: MongoServerSelectionError): string {
  const servers = [...(reason?.servers.values() ?? [])];
  const codes = servers.flatMap(({ error }) => {
    const { code }: NodeJS.ErrnoException = error?.cause instanceof Error ? error.cause : new Error();
    return code ?? [];
  });
  const why = codes[0] ?? (servers.some(({ error }) => error) ? 'no answer' : 'no primary');
  return `MONGO_URL: no database answers at ${servers.map(({ address }) => address).join(',')} (${why})`;
}

function isFileError(error: unknown): error is NodeJS.ErrnoException & { path: string } {
  return error instanceof Error && 'path' in error && 'code' in error && typeof error.path === 'string';
}
