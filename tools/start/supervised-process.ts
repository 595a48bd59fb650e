import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { explainFailure } from './explain-failure.ts';
import type { ProcessPlan } from './start-plan.ts';

/** A process that exits sooner than this after its start failed: the delay before the next start grows. */
const QUICK_END_MS = 30_000;
/** Number of quick exits in a row after which the cause is reported. */
const QUICK_ENDS_TOLD = 5;
/** A process that has never answered and has exited this often, within some four seconds, will not recover. */
const ENDS_BEFORE_ANSWER_MAX = 4;
/** Exit code of a service whose settings are wrong: the next start would fail too (docs/operations/start.md). */
const UNUSABLE = 2;
const BACKOFF_MS_FIRST = 250;
const BACKOFF_MS_MAX = 30_000;
/** Longer than a request may take through all hops. */
const STOP_MS_MAX = 30_000;
const TAIL_LINES = 20;

export interface ProcessEvents {
  readonly say: (line: string) => void;
  readonly onStart: () => void;
  /** Called if the process cannot be started at all, or exits before it ever answered. One that exits later is restarted. */
  readonly onGivenUp: (reason: Error) => void;
}

/** A child process that is restarted when it exits, as a process manager would do. */
export class SupervisedProcess {
  readonly plan: ProcessPlan;
  readonly #log: string;
  readonly #events: ProcessEvents;
  #child: ChildProcess | undefined;
  #restart: NodeJS.Timeout | undefined;
  #quickEnds = 0;
  #stopping = false;
  #hasAnswered = false;

  constructor(plan: ProcessPlan, log: string, events: ProcessEvents) {
    this.plan = plan;
    this.#log = log;
    this.#events = events;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  start(): void {
    const { command, args, folder, env } = this.plan;
    const output = openSync(this.#log, 'a');
    const startedAt = Date.now();
    // Own process group: Ctrl-C reaches only the parent, which then stops all processes in order.
    const child = spawn(command, args, {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', output, output],
      detached: true,
    });
    closeSync(output);
    this.#child = child;
    this.#events.onStart();
    child.once('error', (error) =>
      this.#events.onGivenUp(new Error(`${this.plan.name} cannot be started: ${error.message}`)),
    );
    child.once('exit', (code, signal) => {
      if (code === UNUSABLE && !this.#hasAnswered) return this.#giveUp();
      this.#ended(signal ?? `exit code ${code}`, Date.now() - startedAt);
    });
  }

  /** From now on it is restarted whenever it exits. */
  answered(): void {
    this.#hasAnswered = true;
  }

  /** Sends SIGTERM and waits; after half a minute the process is killed. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#restart);
    const child = this.#child;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const end = once(child, 'exit');
    const kill = setTimeout(() => {
      this.#events.say(`${this.plan.name} did not exit within ${STOP_MS_MAX / 1_000} s; killing it`);
      child.kill('SIGKILL');
    }, STOP_MS_MAX);
    child.kill('SIGTERM');
    await end;
    clearTimeout(kill);
  }

  /** The last lines of the log. */
  tail(): string {
    const lines = this.#lastLines().map((line) => `  ${line}`);
    return [`Last lines of ${this.#log}:`, ...lines].join('\n');
  }

  /** Returns cause and remedy, if the log reveals them. */
  explain(): string {
    return explainFailure(this.plan.name, this.#lastLines().join('\n'));
  }

  #lastLines(): string[] {
    return readFileSync(this.#log, 'utf8').trimEnd().split('\n').slice(-TAIL_LINES);
  }

  #giveUp(): void {
    if (!this.#stopping) this.#events.onGivenUp(new Error(`${this.explain()}\n${this.tail()}`));
  }

  #ended(how: string, afterMs: number): void {
    if (this.#stopping) return;
    this.#quickEnds = afterMs < QUICK_END_MS ? this.#quickEnds + 1 : 1;
    const { name } = this.plan;
    if (!this.#hasAnswered && this.#quickEnds >= ENDS_BEFORE_ANSWER_MAX) return this.#giveUp();
    if (this.#quickEnds % QUICK_ENDS_TOLD === 0) {
      this.#events.say(`${name} exited ${this.#quickEnds} times in a row; the others keep running\n${this.tail()}`);
    }
    const waitMs = Math.min(BACKOFF_MS_FIRST * 2 ** (this.#quickEnds - 1), BACKOFF_MS_MAX);
    this.#events.say(`${name} exited (${how}); restarting in ${waitMs} ms`);
    this.#restart = setTimeout(() => this.start(), waitMs);
  }
}
