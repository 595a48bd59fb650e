import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import type { ProcessPlan, StartPlan } from './start-plan.ts';
import { SupervisedProcess } from './supervised-process.ts';

const POLL_MS = 50;
/** Interval of reports about processes still starting, and time limit of the start. */
const REPORT_EVERY_MS = 5_000;
const ANSWER_MS_MAX = 180_000;

type Pids = { name: string; pid: number }[];

export interface RunningServices {
  /** Stops every process in order. A second call waits for the first. */
  stop(): Promise<void>;
  isStopping(): boolean;
}

export interface StartEvents {
  readonly say: (line: string) => void;
  /** Called if a process cannot be started. */
  readonly onGivenUp: (reason: Error) => void;
  /** Called when the running processes have changed; they are listed in start order. */
  readonly onChange: (pids: Pids) => void;
}

/** Starts all processes of a plan. `ready` settles once every process answers, or once the start was stopped. */
export function runServices(
  plan: StartPlan,
  logFolder: string,
  events: StartEvents,
): { services: RunningServices; ready: Promise<void> } {
  mkdirSync(logFolder, { recursive: true });
  const processes = new Map<ProcessPlan, SupervisedProcess>();
  const onStart = (): void => events.onChange(pidsOf(processes.values()));
  for (const process of plan.start.flat()) {
    const log = newLog(logFolder, process.name);
    processes.set(process, new SupervisedProcess(process, log, { ...events, onStart }));
  }
  const of = (plans: readonly ProcessPlan[]): SupervisedProcess[] =>
    plans.map((plan) => processes.get(plan)).filter((one) => one !== undefined);

  const stopped = new AbortController();
  const stop = async (): Promise<void> => {
    stopped.abort();
    for (const group of plan.stop) await Promise.all(of(group).map((one) => one.stop()));
  };
  const start = async (): Promise<void> => {
    for (const group of plan.start) {
      if (stopped.signal.aborted) return;
      const starting = of(group);
      for (const one of starting) one.start();
      await allAnswer(starting, events.say, stopped.signal);
    }
  };
  let stopping: Promise<void> | undefined;
  const services = { stop: () => (stopping ??= stop()), isStopping: () => stopped.signal.aborted };
  return { services, ready: start() };
}

function pidsOf(processes: Iterable<SupervisedProcess>): Pids {
  return [...processes].flatMap(({ plan, pid }) => (pid === undefined ? [] : [{ name: plan.name, pid }]));
}

/** Probes all processes in parallel until each has answered once. */
async function allAnswer(
  processes: readonly SupervisedProcess[],
  say: (line: string) => void,
  stopped: AbortSignal,
): Promise<void> {
  const waiting = new Set(processes);
  const names = (): string => [...waiting].map(({ plan }) => plan.name).join(', ');
  const startedAt = Date.now();
  const report = setInterval(() => {
    const seconds = Math.round((Date.now() - startedAt) / 1_000);
    void reasonsOf(waiting).then((reasons) => {
      if (waiting.size > 0) say(`${seconds} s: waiting for ${names()}${reasons} …`);
    });
  }, REPORT_EVERY_MS);
  const deadline = Date.now() + ANSWER_MS_MAX;
  const ask = async (one: SupervisedProcess): Promise<void> => {
    while (!stopped.aborted && !(await one.plan.answers().catch(() => false))) {
      if (Date.now() > deadline) throw new Error(`${one.explain()}: it was not ready in time\n${one.tail()}`);
      await after(POLL_MS);
    }
    one.answered();
    waiting.delete(one);
  };
  try {
    await Promise.all(processes.map(ask));
  } finally {
    clearInterval(report);
  }
}

/** Missing dependencies reported by the processes, each reason once. */
async function reasonsOf(waiting: ReadonlySet<SupervisedProcess>): Promise<string> {
  const said = await Promise.all([...waiting].map(async ({ plan }) => plan.lacks?.().catch(() => undefined)));
  const reasons = [...new Set(said.flatMap((lines) => lines ?? []))];
  return reasons.length === 0 ? '' : ` (${reasons.join('; ')})`;
}

/** One log per run; the previous one is kept as `<name>.previous.log`. */
function newLog(folder: string, name: string): string {
  const log = join(folder, `${name}.log`);
  if (existsSync(log)) renameSync(log, join(folder, `${name}.previous.log`));
  return log;
}
