import { type DestinationStream, destination, type Logger, pino, stdTimeFunctions } from 'pino';
import { presentContext, traceIdOf } from '../context/request-context.ts';
import { scrub } from './scrub.ts';
import { stackInSources } from './source-stack.ts';

export type Log = Logger;

/** The only fields that a log line may have. All others are left out. */
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
  // Nearly every line: nothing is copied.
  if (Object.keys(fields).every((name) => FIELDS.has(name))) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => FIELDS.has(name)));
}

/** The request that a line is written for, whoever writes it. */
function requestAtWork(): object {
  const context = presentContext();
  return context === undefined ? {} : { requestId: context.requestId, traceId: traceIdOf(context) };
}

/** Anything can be thrown, even null. Describing it must not throw again. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const cause = error.cause instanceof Error ? { cause: `${error.cause.name}: ${error.cause.message}` } : {};
  const stack = typeof error.stack === 'string' ? stackInSources(error.stack) : undefined;
  return { type: error.name, message: error.message, stack, ...cause };
}

/** One JSON object per line on standard output, buffered, with allowed fields only, and scrubbed. */
export function createLog(service: string, level: string, output?: DestinationStream): Log {
  const sink = output ?? destination({ fd: 1, sync: false, minLength: 4_096, periodicFlush: 250 });
  return pino(
    {
      level,
      base: { service },
      timestamp: stdTimeFunctions.isoTime,
      // A line that names a request itself, after it has ended, keeps what it names.
      mixin: requestAtWork,
      formatters: { level: (label) => ({ level: label }), log: allowed },
      serializers: { err: describeError },
    },
    { write: (line: string) => sink.write(scrub(line)) },
  );
}
