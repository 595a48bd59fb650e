import type { Measured } from './load.ts';

/** One line of the report: a case, on one of the two sides, over all its rounds. */
export interface Row {
  readonly name: string;
  readonly side: 'chain' | 'baseline';
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failed: number;
  /** CPU milliseconds per request, by process. */
  readonly cpuPerRequest: Record<string, number>;
}

export function rowOf(name: string, side: Row['side'], rounds: readonly Measured[]): Row {
  const requests = sum(rounds.map((round) => round.requests));
  const processes = Object.keys(rounds[0]?.cpu ?? {});
  const perRequest = processes.map(
    (process) => [process, sum(rounds.map(({ cpu }) => cpu[process] ?? 0)) / requests] as const,
  );
  return {
    name,
    side,
    requestsPerSecond: requests / sum(rounds.map(({ seconds }) => seconds)),
    p50Ms: median(rounds.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)),
    failed: sum(rounds.map(({ failed }) => failed)),
    cpuPerRequest: Object.fromEntries(perRequest),
  };
}

/** Requests per CPU-second of all processes of a side. */
export function requestsPerCpuSecond({ cpuPerRequest }: Row): number {
  return 1_000 / sum(Object.values(cpuPerRequest));
}

export type Ratios = Readonly<Record<string, number>>;

/** Requests per CPU-second of the chain relative to the baseline, by request. */
export function ratiosOf(rows: readonly Row[]): Ratios {
  const names = [...new Set(rows.map(({ name }) => name))];
  return Object.fromEntries(
    names.flatMap((name) => {
      const [chain, baseline] = (['chain', 'baseline'] as const).map((side) =>
        rows.find((row) => row.name === name && row.side === side),
      );
      if (chain === undefined || baseline === undefined) return [];
      return [[name, requestsPerCpuSecond(chain) / requestsPerCpuSecond(baseline)] as const];
    }),
  );
}

/** Returns the figures as Markdown tables; a ratio is the chain's requests per CPU-second to the baseline's. */
export function reportOf(rows: readonly Row[], ratios: Ratios, recorded: Ratios): string {
  const lines = rows.map((row) => {
    const cpu = Object.entries(row.cpuPerRequest).map(([process, ms]) => `${process} ${ms.toFixed(3)}`);
    const total = sum(Object.values(row.cpuPerRequest)).toFixed(3);
    const { name, side, requestsPerSecond, p50Ms, p99Ms, failed } = row;
    return `| ${name} | ${side} | ${requestsPerSecond.toFixed(0)} | ${p50Ms} / ${p99Ms} | ${cpu.join(', ')} | ${total} | ${failed} |`;
  });
  return [
    '| request | side | requests/s | p50 / p99 ms | CPU-ms per request by process | all | failed |',
    '|---|---|---|---|---|---|---|',
    ...lines,
    '',
    '| request | chain : baseline, requests per CPU-second | recorded |',
    '|---|---|---|',
    ...Object.entries(ratios).map(
      ([name, ratio]) => `| ${name} | ${ratio.toFixed(2)} | ${recorded[name]?.toFixed(2) ?? ''} |`,
    ),
  ].join('\n');
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
