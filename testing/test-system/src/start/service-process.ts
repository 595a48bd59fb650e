import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endWithThisProcess, freePort, haltProcess, testKeys } from '@xs2a/test-kit';
import { metricAt, metricsAt, passes } from './probes.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
/** As `npm start` and the images start a service (testing/suites/deploy/node-flags.test.ts). */
export const NODE_FLAGS: readonly string[] = [
  '--expose-gc',
  '--max-semi-space-size=8',
  '--heap-growing-percent=60',
  '--external-memory-accounted-in-global-limit',
];
export const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };
/** Entry point of a service in its folder, as in production. */
export const BUNDLE = join('bundle', 'main.js');
const POLL_MS = 50;
/** Time for a process to shut down when its system is discarded. */
const ORDERLY_END_MS_MAX = 2_000;

/** All services as the sandbox runs them. */
const SANDBOX = join('sandbox', 'start');

interface Program {
  readonly folder: string;
  readonly args: readonly string[];
}

/** Returns the program of the sandbox, with the service as argument; outside the sandbox, and in older versions, that of the service. */
function programOf(root: string, name: string, env: NodeJS.ProcessEnv): Program {
  const isThere = (folder: string): boolean => existsSync(join(root, folder));
  if (env['SANDBOX'] === 'true' && isThere(SANDBOX)) return { folder: join(root, SANDBOX), args: [name] };
  const folder = [join('services', name), join('sandbox', name)].find(isThere) ?? name;
  return { folder: join(root, folder), args: [] };
}

/** One service as a separate process, as in production: it can be killed and started again. */
export class ServiceProcess {
  readonly name: string;
  readonly healthPort: number;
  readonly #env: NodeJS.ProcessEnv;
  readonly #program: Program;
  readonly #healthPorts: readonly number[];
  readonly #lines: string[] = [];
  #child: ChildProcess | undefined;
  #endedByItself: string | undefined;

  private constructor(name: string, env: NodeJS.ProcessEnv, healthPorts: readonly number[], program: Program) {
    this.name = name;
    this.#program = program;
    this.#env = { ...ALLOCATOR, ...process.env, ...env };
    this.#healthPorts = healthPorts;
    this.healthPort = healthPorts[0] ?? Number.NaN;
  }

  /** Prepares a service built in `root`: this repository, or another version of it. Its health port is in `env`, or a free one. */
  static async prepare(name: string, env: NodeJS.ProcessEnv, root = ROOT): Promise<ServiceProcess> {
    const port = Number(env['HEALTH_PORT'] ?? (await freePort()));
    const own = { ...testKeys(name), ...env, HEALTH_PORT: String(port) };
    return new ServiceProcess(name, own, [port], programOf(root, name, own));
  }

  /** Prepares all services with a settings file in `COMPACT_SETTINGS`, in one process. */
  static together(env: NodeJS.ProcessEnv, healthPorts: readonly number[]): ServiceProcess {
    return new ServiceProcess('sandbox', env, healthPorts, { folder: join(ROOT, SANDBOX), args: [] });
  }

  /** The whole log of the service. */
  get log(): string {
    return this.#lines.join('');
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  start(): void {
    const child = spawn(process.execPath, [...NODE_FLAGS, BUNDLE, ...this.#program.args], {
      cwd: this.#program.folder,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.on('data', (chunk: Buffer) => this.#lines.push(chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => this.#lines.push(chunk.toString()));
    child.on('exit', (code, signal) => {
      if (this.#child === child) this.#endedByItself ??= `${this.name} ended with ${signal ?? code}`;
    });
    endWithThisProcess(child);
    this.#child = child;
  }

  /** Unexpected end of the process; undefined while it runs. */
  endedByItself(): string | undefined {
    return this.#endedByItself;
  }

  /** Halts the process (SIGSTOP): its connections stay open and nothing answers. */
  async pause(): Promise<void> {
    await haltProcess(this.#child);
  }

  /** Continues a halted process (SIGCONT). */
  resume(): void {
    this.#child?.kill('SIGCONT');
  }

  async isReady(withinMs?: number): Promise<boolean> {
    const ready = await Promise.all(this.#healthPorts.map((port) => passes('/readyz', port, withinMs)));
    return ready.every(Boolean);
  }

  /** Whether the process runs and answers, ready or not. */
  isAlive(withinMs?: number): Promise<boolean> {
    return passes('/livez', this.healthPort, withinMs);
  }

  /** Returns all metrics of the service. */
  metrics(): Promise<string> {
    return metricsAt(this.healthPort);
  }

  /** Returns a metric of the service; undefined while it does not answer. */
  metric(name: string): Promise<number | undefined> {
    return metricAt(this.healthPort, name);
  }

  /** Waits until the service can do its work; if it has died, throws an error with its log. */
  async ready(withinMs = 60_000): Promise<void> {
    const until = Date.now() + withinMs;
    while (!(await this.isReady())) {
      if (this.#child?.exitCode != null) throw new Error(`${this.name} died:\n${this.log.slice(-3_000)}`);
      if (Date.now() > until) throw new Error(`${this.name} is not ready:\n${this.log.slice(-3_000)}`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  /** Ends the process and waits for its end, and for all its output. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const end = once(child, 'close');
    child.kill(signal);
    // A halted process gets no other signal before it continues.
    child.kill('SIGCONT');
    await end;
  }

  /** Ends the process once its system is no longer in use: by force if it does not end soon. */
  async discard(): Promise<void> {
    const child = this.#child;
    const force = setTimeout(() => child?.kill('SIGKILL'), ORDERLY_END_MS_MAX);
    await this.stop();
    clearTimeout(force);
  }
}
