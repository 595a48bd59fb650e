import { type MongoClient, MongoNetworkError, MongoServerError, MongoServerSelectionError } from 'mongodb';
import { SettingsRefusal } from '../settings/settings-refusal.ts';

const AUTHENTICATION_FAILED = 18;
const UNAUTHORIZED = 13;
const REFUSED = 'the database refuses these credentials (MONGO_USER, MONGO_PASSWORD_FILE)';

/** Limits of waiting for an unavailable database. */
export interface Waiting {
  readonly signal?: AbortSignal;
  /** Called with the code of each failed attempt. */
  readonly onAway?: (reason: string) => void;
}

/**
 * Connects, and waits for a database that is still starting or electing a primary. Errors of the database itself are thrown at
 * once. With a user, connecting includes authentication, for which a loaded server may need longer than the connection timeout.
 */
export async function connectWithRetries(client: MongoClient, { signal, onAway }: Waiting): Promise<void> {
  for (;;) {
    try {
      await client.connect();
      return;
    } catch (error) {
      if (!isTemporary(error)) throw refusalOf(error);
      onAway?.(reasonOf(error));
      signal?.throwIfAborted();
    }
  }
}

function isTemporary(error: unknown): error is Error {
  if (error instanceof MongoServerSelectionError || error instanceof MongoNetworkError) return true;
  // The driver does not export this class.
  return error instanceof Error && error.name === 'MongoWaitQueueTimeoutError';
}

/** Error code for the operator: ECONNREFUSED, or ENOTFOUND for a wrong server name. */
function reasonOf(failed: Error): string {
  if (failed instanceof MongoNetworkError) return 'connection lost';
  if (!(failed instanceof MongoServerSelectionError)) return 'no answer';
  const { reason } = failed;
  const errors = [...(reason?.servers.values() ?? [])].flatMap(({ error }) => error ?? []);
  const codes = errors.flatMap(({ cause, message }) => {
    const { code } = (cause ?? {}) as NodeJS.ErrnoException;
    return code ?? (message.includes('timed out') ? 'no answer' : []);
  });
  return codes[0] ?? (errors.length > 0 ? 'not connected' : 'no primary');
}

/** Error of the database itself, described by its code, because its message could contain the user name. */
function refusalOf(error: unknown): Error {
  if (error instanceof MongoServerError && [AUTHENTICATION_FAILED, UNAUTHORIZED].includes(Number(error.code))) {
    return new SettingsRefusal([{ variable: 'MONGO_URL', text: REFUSED }]);
  }
  return error as Error;
}
