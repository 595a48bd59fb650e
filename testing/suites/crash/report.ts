import type { Call, Evidence, RecordedFault } from './oracle/evidence.ts';
import type { Violation } from './oracle/violation.ts';

const PAYMENTS = '/v1/payments/sepa-credit-transfers';
/** The targets of the campaign, as seen by TPPs. */
const LIMITS = { answerP99Ms: 3_000, paymentAfterMs: 15_000 } as const;

/** Effects of a kind of fault on concurrent callers. */
interface FaultFigures {
  readonly kind: string;
  readonly faults: number;
  readonly answers: number;
  readonly refused: number;
  readonly unanswered: number;
  readonly p99Ms: number;
  readonly slowestMs: number;
  /** The longest time from the end of a fault to the first accepted payment. */
  readonly paymentAfterMs: number;
  /** The longest time until all components were ready again. */
  readonly readyAfterMs: number;
}

/** Returns figures of each kind of fault, from the journal alone. */
function figuresOf({ calls, faults }: Evidence, doors: readonly string[]): FaultFigures[] {
  const asked = calls.filter(({ url }) => new URL(url).pathname.startsWith('/v'));
  const creations = asked.filter(({ method, url, end }) => {
    return method === 'POST' && new URL(url).pathname === PAYMENTS && end?.status === 201;
  });
  return [...Map.groupBy(faults, ({ kind }) => kind)].map(([kind, ofKind]) => {
    const during = ofKind.flatMap((fault) => callsDuring(asked, fault, doors));
    const took = during
      .flatMap(({ at, end }) => (end?.status === undefined ? [] : [end.at - at]))
      .toSorted((one, other) => one - other);
    return {
      kind,
      faults: ofKind.length,
      answers: took.length,
      refused: during.filter(({ end }) => end?.status === 503).length,
      unanswered: during.filter(({ end }) => end?.status === undefined).length,
      p99Ms: took[Math.min(took.length - 1, Math.floor(took.length * 0.99))] ?? 0,
      slowestMs: took.at(-1) ?? 0,
      paymentAfterMs: Math.max(0, ...ofKind.map((fault) => firstAfter(creations, fault))),
      readyAfterMs: Math.max(0, ...ofKind.map(({ ends, recovered }) => recovered - ends)),
    };
  });
}

/** Calls that began during the fault. A halted gateway or portal answers nobody: its calls wait only for it. */
function callsDuring(
  calls: readonly Call[],
  { kind, target, startedAt: begins, recovered }: RecordedFault,
  doors: readonly string[],
): Call[] {
  if (kind === 'pause' && doors.includes(target)) return [];
  return calls.filter(({ at }) => at >= begins && at <= recovered);
}

function firstAfter(creations: readonly Call[], { ends }: RecordedFault): number {
  const first = creations.find(({ at }) => at >= ends);
  return first === undefined ? Number.POSITIVE_INFINITY : (first.end?.at ?? ends) - ends;
}

/** Returns the printed summary: the guarantees, then a line for each kind of fault. */
export function summaryOf(
  evidence: Evidence,
  violations: ReadonlyMap<string, readonly Violation[]>,
  doors: readonly string[],
): string[] {
  const { facts, calls, faults } = evidence;
  const acknowledged = facts.filter(({ fact }) => fact.is === 'acknowledged').length;
  const approved = facts.filter(({ fact }) => fact.is === 'approved').length;
  const all = [...violations.values()].flat();
  const count = (kind: Violation['kind']): number => all.filter((one) => one.kind === kind).length;
  const rows = figuresOf(evidence, doors).map((one) => [
    one.kind,
    ...[
      one.faults,
      one.answers,
      one.refused,
      one.unanswered,
      one.p99Ms,
      one.slowestMs,
      one.paymentAfterMs,
      one.readyAfterMs,
    ].map(String),
  ]);
  const head = [
    'fault',
    'times',
    'answers',
    '503',
    'no answer',
    'p99 ms',
    'slowest ms',
    'payment after ms',
    'ready after ms',
  ];
  return [
    ...aligned([head, ...rows]),
    '',
    `faults ${faults.length}, calls ${calls.length}, acknowledged ${acknowledged}, approved ${approved}`,
    `lost ${count('lost')}, double ${count('double')}, stuck ${count('stuck')}, wrongly rejected ${count('wrongly rejected')}, other findings ${count('other')}`,
    ...[...violations].map(([point, found]) => `${found.length === 0 ? 'ok    ' : 'FAILED'} ${point}${shown(found)}`),
  ];
}

/** Returns figures that miss their target, each as a line. */
export function missedTargets(evidence: Evidence, doors: readonly string[]): string[] {
  return figuresOf(evidence, doors).flatMap(({ kind, p99Ms, paymentAfterMs }) => [
    ...(p99Ms > LIMITS.answerP99Ms
      ? [`${kind}: p99 of the answers is ${p99Ms} ms, more than ${LIMITS.answerP99Ms}`]
      : []),
    ...(paymentAfterMs > LIMITS.paymentAfterMs ? [`${kind}: the first payment came after ${paymentAfterMs} ms`] : []),
  ]);
}

const SHOWN_MAX = 5;

function shown(found: readonly Violation[]): string {
  if (found.length === 0) return '';
  const lines = found.slice(0, SHOWN_MAX).map(({ what }) => `\n         ${what.slice(0, 300)}`);
  return `: ${found.length}${lines.join('')}${found.length > SHOWN_MAX ? '\n         …' : ''}`;
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
}
