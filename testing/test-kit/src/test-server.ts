import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { endWithThisProcess } from './end-with-this-process.ts';
import { haltProcess } from './halt-process.ts';

/** A real server for tests. It restarts on the same address, and is deleted with its data when disposed of. */
export interface TestServer extends AsyncDisposable {
  readonly url: string;
  /** Ends the server, by SIGTERM by default, and waits for its end. Its data stays. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again on the same port, ending it first if it still runs. */
  restart(): Promise<void>;
  /** Halts the process (SIGSTOP): its connections stay open and nothing answers. */
  pause(): Promise<void>;
  /** Continues a halted process (SIGCONT). */
  resume(): Promise<void>;
  /** Unexpected end of the process; undefined while it runs. */
  endedByItself(): string | undefined;
}

/** Milliseconds that a server may take until it answers. */
const START_MS_MAX = 60_000;
const POLL_MS = 20;

/** A server as a child process of this one, which never outlives it, even if this one is killed. */
export class LocalServer {
  readonly #command: string;
  readonly #folder: string;
  #child: ChildProcess | undefined;
  #output = '';
  #endedByItself: string | undefined;

  /** `folder` is the data folder of the server; it is removed with the server when the test run is killed. */
  constructor(command: string, folder: string) {
    this.#command = command;
    this.#folder = folder;
  }

  /** Starts the process and waits until the probe returns a value. */
  async start<T>(args: readonly string[], probe: () => Promise<T | undefined>): Promise<T> {
    this.#output = '';
    const child = spawn(this.#command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const keep = (chunk: Buffer): void => {
      this.#output = (this.#output + chunk.toString()).slice(-4_000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', keep);
    child.on('exit', (code, signal) => {
      if (this.#child === child)
        this.#endedByItself ??= `${this.#command} ended with ${signal ?? code}: ${this.#output}`;
    });
    this.#child = child;
    endWithThisProcess(child, this.#folder);
    return await untilAnswered(probe, () => {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) {
        throw new Error(`${this.#command} ended by itself:\n${this.#output}`);
      }
    });
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const end = once(child, 'exit');
    child.kill(signal);
    // A halted process gets no other signal before it continues.
    child.kill('SIGCONT');
    await end;
  }

  async pause(): Promise<void> {
    await haltProcess(this.#child);
  }

  async resume(): Promise<void> {
    this.#child?.kill('SIGCONT');
  }

  endedByItself(): string | undefined {
    return this.#endedByItself;
  }
}

/** Controls of a server, without its address and restart. */
export function controlsOf(server: LocalServer): Pick<TestServer, 'stop' | 'pause' | 'resume' | 'endedByItself'> {
  return {
    stop: (signal) => server.stop(signal),
    pause: () => server.pause(),
    resume: () => server.resume(),
    endedByItself: () => server.endedByItself(),
  };
}

/** Repeats the probe until it returns a value; `check` may throw to give up sooner. */
export async function untilAnswered<T>(probe: () => Promise<T | undefined>, check = (): void => {}): Promise<T> {
  const deadline = Date.now() + START_MS_MAX;
  for (;;) {
    check();
    const answer = await probe().catch(() => undefined);
    if (answer !== undefined) return answer;
    if (Date.now() > deadline) throw new Error(`no answer after ${START_MS_MAX} ms`);
    await after(POLL_MS);
  }
}

/** Below the ephemeral ports of the system: an outgoing connection could take one of those in between. */
const PORTS = { from: 20_000, to: 32_000 };

/** Reserved ports, with a file for each, shared by all processes that test on this machine. */
const GIVEN_OUT = join(tmpdir(), `xs2a-ports-${userInfo().uid}`);
/** A process that reserved a port listens there by then, or never will. */
const GIVEN_OUT_MS = 60_000;

/** Returns a free port, for a server that must know it before it starts. No other test gets it in the next minute. */
export async function freePort(): Promise<number> {
  mkdirSync(GIVEN_OUT, { recursive: true });
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to);
    if (isOurs(port) && (await isFree(port))) return port;
  }
}

function isOurs(port: number): boolean {
  const file = join(GIVEN_OUT, String(port));
  const givenOut = statSync(file, { throwIfNoEntry: false });
  if (givenOut !== undefined && Date.now() - givenOut.mtimeMs < GIVEN_OUT_MS) return false;
  rmSync(file, { force: true });
  try {
    writeFileSync(file, '', { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
