import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bankHasFed, prepareSystem, type System, type SystemOptions, type SystemService } from './prepare-system.ts';
import { ServiceProcess } from './service-process.ts';

/** All services in one process, as a small bank runs them. */
export interface CompactSystem extends System {
  readonly process: ServiceProcess;
  /** Log of one service. */
  logOf(service: SystemService): string;
  /** Milliseconds from the start of the process until every service was ready. */
  readonly readyMs: number;
}

/**
 * Like `runSystem`, with one process instead of eight: it starts with less than half of the CPU time, and a test that kills no
 * service sees no difference.
 */
export async function runCompact(env: NodeJS.ProcessEnv = {}, options: SystemOptions = {}): Promise<CompactSystem> {
  const { services, ...prepared } = await prepareSystem(env, options, ({ url, socketUrl }) => socketUrl ?? url);
  const settings = mkdtempSync(join(tmpdir(), 'xs2a-compact-'));
  for (const [name, own] of services) writeFileSync(join(settings, `${name}.env`), settingsFile(own));
  const healthPorts = [...services.values()].map((own) => Number(own['HEALTH_PORT']));
  const process = ServiceProcess.together({ ...env, COMPACT_SETTINGS: settings }, healthPorts);
  const startedAt = performance.now();
  process.start();
  const bank = await options.connector?.(prepared.natsUrl);
  const dispose = async (): Promise<void> => {
    await bank?.[Symbol.asyncDispose]();
    await process.discard();
    await prepared.nats[Symbol.asyncDispose]();
    await prepared.mongo[Symbol.asyncDispose]();
  };
  try {
    await process.ready();
    const readyMs = performance.now() - startedAt;
    if (bank === undefined) await bankHasFed(Number(services.get('bank')?.['HEALTH_PORT']));
    const logOf = (service: SystemService): string => linesOf(service, process.log);
    return { ...prepared, process, readyMs, logOf, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  } finally {
    // Read only at the start.
    rmSync(settings, { recursive: true });
  }
}

function settingsFile(variables: NodeJS.ProcessEnv): string {
  return Object.entries(variables)
    .map(([name, value]) => `${name}="${value}"\n`)
    .join('');
}

function linesOf(service: string, log: string): string {
  const lines = log.split('\n').filter((line) => line.includes(`"service":"${service}"`));
  return lines.join('\n');
}
