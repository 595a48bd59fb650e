import { type DestinationStream, destination, type Logger, pino, stdTimeFunctions } from 'pino';
import { findContext, traceIdOf } from '../context/request-context.ts';
import { scrub } from './scrub.ts';
import { stackInSources } from './source-stack.ts';

export type Log = Logger;

/** The only fields permitted in a log line. All others are omitted. */
const FIELDS = new Set([
  'address',
  'attempts',
  'authorisationId',
  'basketId',
  'collection',
  'consentId',
  'count',
  'dependency',
  'err',
  'event',
  'job',
  'method',
  'ms',
  'operation',
  'outcome',
  'path',
  'paymentId',
  'port',
  'profile',
  'reason',
  'requestId',
  'route',
  'seal',
  'signal',
  'status',
  'tpp',
  'traceId',
  'variables',
  'version',
]);

function allowed(fields: Record<string, unknown>): Record<string, unknown> {
  // True for nearly every line; saves a copy.
  if (Object.keys(fields).every((name) => FIELDS.has(name))) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => FIELDS.has(name)));
}

/** Fields of the current request, added to every log line. */
function requestAtWork(): object {
  const context = findContext();
  return context === undefined ? {} : { requestId: context.requestId, traceId: traceIdOf(context) };
}

/** Anything can be thrown, even null. Describing it must not throw again. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const cause = error.cause instanceof Error ? { cause: `${error.cause.name}: ${error.cause.message}` } : {};
  const stack = typeof error.stack === 'string' ? stackInSources(error.stack) : undefined;
  return { type: error.name, message: error.message, stack, ...cause };
}

/** Creates a log that writes one JSON object per line to standard output, buffered, with permitted fields only, and scrubbed. */
export function createLog(service: string, level: string, output?: DestinationStream): Log {
  const sink = output ?? destination({ fd: 1, sync: false, minLength: 4_096, periodicFlush: 250 });
  return pino(
    {
      level,
      base: { service },
      timestamp: stdTimeFunctions.isoTime,
      // A line written after a request has ended keeps the request that it names itself.
      mixin: requestAtWork,
      formatters: { level: (label) => ({ level: label }), log: allowed },
      serializers: { err: describeError },
    },
    { write: (line: string) => sink.write(scrub(line)) },
  );
}
