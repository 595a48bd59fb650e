import { ENDPOINTS, HEADER_RULES, REFUSALS, type Situation, statusesOf } from '@xs2a/contracts';
import { type Outcome, type Result } from './check.ts';
import type { MachineName } from './checks/journey.ts';
import { UNREACHABLE } from './checks/refusal-checks.ts';
import { JOURNEYS, MACHINES, pathOf, unseenWhy } from './checks/state-checks.ts';
import { CELLS, UNSEEN_CELLS } from './link-rules.ts';

export const TABLES = ['endpoints', 'refusals', 'headers', 'statuses', 'edges', 'links'] as const;
export type Table = (typeof TABLES)[number];
/** Text shown to people. */
export const TABLE_TITLES: Readonly<Record<Table, string>> = {
  endpoints: 'endpoints',
  refusals: 'refusals',
  headers: 'headers',
  statuses: 'statuses',
  edges: 'edges of the status machines',
  links: 'cells of the link tables',
};

export const STATES = ['reached', 'failed', 'notOffered', 'notGiven', 'unreachable'] as const;
export const STATE_WORDS: Readonly<Record<(typeof STATES)[number], string>> = {
  reached: 'reached',
  failed: 'failed',
  notOffered: 'not offered',
  notGiven: 'not looked at',
  unreachable: 'not from outside',
};

/** A row of a table of the interface, and its result. */
export interface Covered {
  readonly table: Table;
  readonly row: string;
  readonly state: (typeof STATES)[number];
  /** Reason of a failure, or of not being reached. */
  readonly why?: string;
}

/** Covers every row of the interface's own tables, not only rows with a check. */
export function coverageOf(results: readonly Result[], shown: ReadonlySet<string>): Covered[] {
  const endpoints = Object.keys(ENDPOINTS).map((row) =>
    judged(
      'endpoints',
      row,
      results.filter(({ group, endpoint }) => group === 'endpoints' && endpoint === row),
    ),
  );
  const refusals = (Object.keys(REFUSALS) as Situation[]).map((row) =>
    judged(
      'refusals',
      row,
      results.filter(({ situation }) => situation === row),
      UNREACHABLE[row],
    ),
  );
  const headers = HEADER_RULES.map(({ name }) =>
    judged(
      'headers',
      name,
      results.filter(({ header }) => header === name),
    ),
  );
  const links = CELLS.map((row) =>
    judged(
      'links',
      row,
      results.filter(({ id }) => id === `links.${row}`),
      UNSEEN_CELLS[row.replace('next.', '')],
    ),
  );
  return [...endpoints, ...refusals, ...headers, ...statusRows(results, shown), ...edgeRows(results), ...links];
}

/** Result of a row: its check, or the reason for none. A row with neither is a failure of the suite itself. */
function judged(table: Table, row: string, found: readonly Result[], excuse?: string): Covered {
  const of = (wanted: Outcome): Result | undefined => found.find(({ result }) => result === wanted);
  const failed = of('failed');
  if (failed !== undefined) return { table, row, state: 'failed', ...(failed.why && { why: failed.why }) };
  if (of('passed') !== undefined) return { table, row, state: 'reached' };
  const untested = of('notGiven') ?? of('notOffered');
  if (untested !== undefined) {
    const { result, why = '' } = untested;
    return { table, row, state: result === 'notGiven' ? 'notGiven' : 'notOffered', why };
  }
  if (excuse !== undefined) return { table, row, state: 'unreachable', why: excuse };
  return { table, row, state: 'failed', why: 'the suite has no check of it, and no reason' };
}

const EDGES = (Object.keys(MACHINES) as MachineName[]).flatMap((machine) =>
  statusesOf(MACHINES[machine]).flatMap((from) =>
    Object.entries(MACHINES[machine][from] ?? {}).map(([event, to]) => ({
      edge: `${machine}.${from}.${event}`,
      to: `${machine}.${to}`,
    })),
  ),
);

function journeysOver(results: readonly Result[], isOnWay: (way: ReturnType<typeof pathOf>) => boolean): Result[] {
  const ids = JOURNEYS.filter((journey) => isOnWay(pathOf(journey))).map(
    ({ machine, name }) => `states.${machine}.${name}`,
  );
  return results.filter(({ id }) => ids.includes(id));
}

function edgeRows(results: readonly Result[]): Covered[] {
  return EDGES.map(({ edge }) =>
    judged(
      'edges',
      edge,
      journeysOver(results, ({ edges }) => edges.includes(edge)),
      unseenWhy(edge),
    ),
  );
}

/** A status counts as reached once a TPP has seen it: a journey may pass through within one write. */
function statusRows(results: readonly Result[], shown: ReadonlySet<string>): Covered[] {
  return (Object.keys(MACHINES) as MachineName[]).flatMap((machine) =>
    statusesOf(MACHINES[machine]).map((status): Covered => {
      const row = `${machine}.${status}`;
      if (shown.has(row)) return { table: 'statuses', row, state: 'reached' };
      const journeys = journeysOver(
        results,
        ({ statuses, machine: own }) => own === machine && statuses.includes(status),
      );
      if (journeys.some(({ result }) => result === 'passed')) {
        return { table: 'statuses', row, state: 'unreachable', why: 'passed within one write, and shown to nobody' };
      }
      const into = EDGES.filter(({ to }) => to === row).map(({ edge }) => unseenWhy(edge));
      const excuse = [...new Set(into.filter((why) => why !== undefined))].join('; ');
      return judged('statuses', row, journeys, excuse === '' ? undefined : excuse);
    }),
  );
}
