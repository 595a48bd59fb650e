import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import type { House, ProcessPlan } from './process-table.ts';
import { SupervisedProcess } from './supervised-process.ts';

const POLL_MS = 50;
/** Milliseconds until the first word about what is waited for, and until it is given up. */
const PATIENCE_MS = 10_000;
const ANSWER_MS_MAX = 180_000;

type Pids = { name: string; pid: number }[];

export interface RunningHouse {
  /** Ends every process in order. Asked twice, it ends them once. */
  stop(): Promise<void>;
  isStopping(): boolean;
}

export interface HouseEvents {
  readonly say: (line: string) => void;
  /** A process is beyond help; the others still run. */
  readonly onGivenUp: (reason: Error) => void;
  /** Another set of processes runs, in the order of their start. */
  readonly onChange: (pids: Pids) => void;
}

/** Begins to start a house; `ready` settles when everything answers, or when it was stopped meanwhile. */
export function runHouse(
  house: House,
  logFolder: string,
  events: HouseEvents,
): { house: RunningHouse; ready: Promise<void> } {
  mkdirSync(logFolder, { recursive: true });
  const processes = new Map<ProcessPlan, SupervisedProcess>();
  const onStart = (): void => events.onChange(pidsOf(processes.values()));
  for (const plan of house.start.flat()) {
    const log = newLog(logFolder, plan.name);
    processes.set(plan, new SupervisedProcess(plan, log, { ...events, onStart }));
  }
  const of = (plans: readonly ProcessPlan[]): SupervisedProcess[] =>
    plans.map((plan) => processes.get(plan)).filter((one) => one !== undefined);

  const stopped = new AbortController();
  const stop = async (): Promise<void> => {
    stopped.abort();
    for (const group of house.stop) await Promise.all(of(group).map((one) => one.stop()));
  };
  const start = async (): Promise<void> => {
    for (const group of house.start) {
      if (stopped.signal.aborted) return;
      const starting = of(group);
      for (const one of starting) one.start();
      await allAnswer(starting, events.say, stopped.signal);
    }
  };
  let stopping: Promise<void> | undefined;
  const running = { stop: () => (stopping ??= stop()), isStopping: () => stopped.signal.aborted };
  return { house: running, ready: start() };
}

function pidsOf(processes: Iterable<SupervisedProcess>): Pids {
  return [...processes].flatMap(({ plan, pid }) => (pid === undefined ? [] : [{ name: plan.name, pid }]));
}

/** Asks all of them beside each other until each answered once. */
async function allAnswer(
  processes: readonly SupervisedProcess[],
  say: (line: string) => void,
  stopped: AbortSignal,
): Promise<void> {
  const waiting = new Set(processes);
  const names = (): string => [...waiting].map(({ plan }) => plan.name).join(', ');
  const report = setInterval(() => say(`Waiting for ${names()} …`), PATIENCE_MS);
  const deadline = Date.now() + ANSWER_MS_MAX;
  const ask = async (one: SupervisedProcess): Promise<void> => {
    while (!stopped.aborted && !(await one.plan.answers().catch(() => false))) {
      if (Date.now() > deadline) throw new Error(`${one.plan.name} does not get ready\n${one.tail()}`);
      await after(POLL_MS);
    }
    waiting.delete(one);
  };
  try {
    await Promise.all(processes.map(ask));
  } finally {
    clearInterval(report);
  }
}

/** A log per run; the one before stays beside it. */
function newLog(folder: string, name: string): string {
  const log = join(folder, `${name}.log`);
  if (existsSync(log)) renameSync(log, join(folder, `${name}.previous.log`));
  return log;
}
