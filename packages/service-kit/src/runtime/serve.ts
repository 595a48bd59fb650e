import { writeSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { z } from 'zod';
import { toRefusal } from '../bus/to-refusal.ts';
import { createLog, type Log } from '../observability/log.ts';
import { EXIT_CODES } from '../settings/exit-codes.ts';
import { SettingsRefusal } from '../settings/settings-refusal.ts';
import { collectAll, collectWhenQuiet } from './collect-when-quiet.ts';
import type { Service } from './service.ts';
import { type RunningService, startService } from './start-service.ts';

/** A service and the environment it reads its settings from. */
export interface Served {
  readonly service: Service;
  readonly env: NodeJS.ProcessEnv;
}

/** Milliseconds that the other services have to report their faults after one has refused to start. */
const OTHER_REFUSALS_MS = 500;

/** Runs a service as this process until SIGTERM or SIGINT. */
export async function serve<Config extends z.ZodObject, Context>(service: Service<Config, Context>): Promise<void> {
  await serveTogether(service.name, () => [[{ service: service as unknown as Service, env: process.env }]]);
}

/**
 * Runs several services as this process until SIGTERM or SIGINT. All start at once; each group stops, with its work in progress,
 * before the next one. If one does not start, the process ends. `name` is the process name in the log; `read` may refuse
 * settings.
 */
export async function serveTogether(name: string, read: () => readonly (readonly Served[])[]): Promise<void> {
  // Written synchronously, because the process ends right after it.
  const lastLog = createLog(name, 'info', { write: (line) => writeSync(1, line) });
  const started: { groups?: readonly (readonly RunningService[])[] } = {};
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      if (started.groups === undefined) {
        // No work is in progress before the start is complete.
        lastLog.info({ event: 'stopped', signal }, `${name} has stopped before it was ready`);
        process.exit(EXIT_CODES.done);
      }
      for (const { log } of started.groups.flat()) log.info({ signal }, 'stopping');
      void stopInOrder(started.groups).then(() => process.exit(EXIT_CODES.done));
    });
  }
  started.groups = await startAll(name, read);
  // Garbage from the start takes a fifth of the memory of an idle service (docs/performance.md).
  collectAll();
  const all = started.groups.flat();
  if (globalThis.gc !== undefined) collectWhenQuiet(() => all.reduce((sum, running) => sum + running.asked(), 0));
  const [log] = all.map((running) => running.log);
  process.on('unhandledRejection', (error) => endAfter(log ?? lastLog, error));
}

async function startAll(name: string, read: () => readonly (readonly Served[])[]): Promise<RunningService[][]> {
  const codes: (keyof typeof EXIT_CODES)[] = [];
  const end = async (who: string, error: unknown, others: number): Promise<never> => {
    codes.push(logFailure(who, error));
    if (others > 0) await setTimeout(OTHER_REFUSALS_MS);
    return process.exit(EXIT_CODES[codes.includes('unusable') ? 'unusable' : (codes[0] ?? 'failed')]);
  };
  try {
    const groups = read();
    const others = groups.flat().length - 1;
    const start = ({ service, env }: Served): Promise<RunningService> =>
      startService(service, { env }).catch((error: unknown) => end(service.name, error, others));
    return await Promise.all(groups.map((group) => Promise.all(group.map(start))));
  } catch (error) {
    return end(name, error, 0);
  }
}

/** Logs an error in one line, like any other event. The message says what an operator must change; a stack would not help. */
function logFailure(name: string, error: unknown): keyof typeof EXIT_CODES {
  const log = createLog(name, 'info', { write: (line) => writeSync(1, line) });
  const variables = error instanceof SettingsRefusal ? error.faults.map(({ variable }) => variable) : undefined;
  log.fatal({ event: 'notStarted', variables }, error instanceof Error ? error.message : String(error));
  if (variables !== undefined) return 'unusable';
  return toRefusal(error).situation === 'serviceUnavailable' ? 'away' : 'failed';
}

async function stopInOrder(groups: readonly (readonly RunningService[])[]): Promise<void> {
  for (const group of groups) await Promise.all(group.map((running) => running.stop()));
}

function endAfter(log: Log, error: unknown): void {
  log.fatal({ err: error instanceof Error ? error : new Error(String(error)) }, 'unhandled rejection');
  log.flush(() => process.exit(EXIT_CODES.failed));
}
