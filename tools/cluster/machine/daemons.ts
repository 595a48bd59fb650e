import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEBIAN, debianLibraries } from '../fetched/debian-packages.ts';
import { LOGS } from '../folders.ts';

const END_MS_MAX = 10_000;
const CHECK_EVERY_MS = 250;

/** Returns the environment in which the unpacked programs find each other and their libraries. */
export function programEnvironment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PATH: [...DEBIAN.programs, process.env['PATH']].join(':'),
    LD_LIBRARY_PATH: debianLibraries().join(':'),
  };
}

/** Programs that run until the end of the check, each with its own log. */
export class Daemons {
  readonly #running: { readonly name: string; readonly process: ChildProcess }[] = [];

  start(name: string, program: string, args: readonly string[]): void {
    const log = openSync(join(LOGS, `${name}.log`), 'a');
    const child = spawn(program, args, { stdio: ['ignore', log, log], env: programEnvironment() });
    closeSync(log);
    child.on('error', () => undefined);
    this.#running.push({ name, process: child });
  }

  /** Throws if a program has ended, with the last lines of its log. */
  look(): void {
    const ended = this.#running.find(({ process }) => process.exitCode !== null || process.pid === undefined);
    if (ended === undefined) return;
    const lines = readFileSync(join(LOGS, `${ended.name}.log`), 'utf8')
      .trim()
      .split('\n')
      .slice(-5)
      .join('\n  ');
    throw new Error(`${ended.name} has ended with ${ended.process.exitCode}:\n  ${lines}`);
  }

  /** Ends the programs in reverse start order. */
  async stop(): Promise<void> {
    for (const { process: child } of this.#running.toReversed()) {
      if (child.exitCode !== null || child.pid === undefined) continue;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), END_MS_MAX);
      await ended;
      clearTimeout(timer);
    }
  }
}

/** Repeats a request until there is an answer; on timeout fails with the last reason. */
export async function until<T>(what: string, withinMs: number, ask: () => T | Promise<T>): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > end) throw new Error(`${what}: ${(error as Error).message}`, { cause: error });
      await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS));
    }
  }
}
