import { Xs2aError } from '@xs2a/contracts';
import { MongoBulkWriteError, MongoError, MongoNetworkError, MongoServerSelectionError } from 'mongodb';

/** Temporary errors of a database without a primary. */
const TEMPORARY_SERVER_CODES = new Set([
  11_600, // interrupted at shutdown
  11_602, // interrupted by a change of primary
  10_107, // not primary
  13_435, // not primary, no secondary read
  13_436, // not primary, recovering
  189, // primary stepped down
  91, // shutdown in progress
  50, // time limit exceeded
  18, // a new connection could not sign in, so nothing was done: its password is being changed
]);

/**
 * Driver errors, besides network errors, when a connection or the client ends during an operation: a truncated answer, a cleared
 * or full pool, a client closed at the end of the service.
 */
const TEMPORARY_DRIVER_ERRORS = new Set([
  'MongoClientClosedError',
  'MongoNotConnectedError',
  'MongoOperationTimeoutError',
  'MongoPoolClearedError',
  'MongoPoolClosedError',
  'MongoServerClosedError',
  'MongoStalePrimaryError',
  'MongoTopologyClosedError',
  'MongoUnexpectedServerResponseError',
  'MongoWaitQueueTimeoutError',
]);

/** The driver passes these errors on unchanged when a write uses a connection that the server has just closed. */
const SOCKET_ERRORS = new Set(['ECONNABORTED', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

function isDatabaseAway(error: unknown): boolean {
  if (error instanceof MongoNetworkError || error instanceof MongoServerSelectionError) return true;
  if (!(error instanceof MongoError)) return error instanceof Error && SOCKET_ERRORS.has(codeOf(error));
  // Without a code, it reports an operation without an answer.
  if (error instanceof MongoBulkWriteError && error.code === undefined) return true;
  if (TEMPORARY_DRIVER_ERRORS.has(error.name) || error.hasErrorLabel('RetryableWriteError')) return true;
  return TEMPORARY_SERVER_CODES.has(Number(error.code));
}

function codeOf(error: NodeJS.ErrnoException): string {
  return error.code ?? '';
}

/**
 * Converts an error to the one that the caller gets. An unavailable database is temporary. Any other unexpected error is an
 * internal error without details.
 */
export function toRefusal(error: unknown): Xs2aError {
  if (error instanceof Xs2aError) return error;
  return new Xs2aError(isDatabaseAway(error) ? 'serviceUnavailable' : 'internalError', { cause: error });
}
