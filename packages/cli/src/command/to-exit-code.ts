import { Xs2aError } from '@xs2a/contracts';
import { EXIT_CODES, ServerUnavailable, SettingsRefusal } from '@xs2a/service-kit';
import { MongoNetworkError, MongoServerError, MongoServerSelectionError } from 'mongodb';
import { isFileError, NotDone, UnusableArguments } from './refusals.ts';

const NOT_PERMITTED = new Set<unknown>([13, 18]);

/** Exit code and messages of a failed command. */
export function toExitCode(error: unknown): { code: number; lines: readonly string[] } {
  const { unusable, away, failed, faulty } = EXIT_CODES;
  if (error instanceof SettingsRefusal) {
    return { code: unusable, lines: error.faults.map(({ variable, text }) => `${variable}: ${text}`) };
  }
  if (error instanceof UnusableArguments) return { code: unusable, lines: error.message.split('\n') };
  if (error instanceof NotDone) return { code: failed, lines: [error.message] };
  if (error instanceof ServerUnavailable) return { code: away, lines: [error.message] };
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
  return { code: faulty, lines: [error instanceof Error ? error.message : String(error)] };
}

/** Error text for an unavailable database, with its servers and without credentials. */
function databaseAway({ reason }: MongoServerSelectionError): string {
  const servers = [...(reason?.servers.values() ?? [])];
  const codes = servers.flatMap(({ error }) => {
    const { code }: NodeJS.ErrnoException = error?.cause instanceof Error ? error.cause : new Error();
    return code ?? [];
  });
  const why = codes[0] ?? (servers.some(({ error }) => error) ? 'no answer' : 'no primary');
  return `MONGO_URL: no database answers at ${servers.map(({ address }) => address).join(',')} (${why})`;
}
