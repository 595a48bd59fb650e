import { isFinal, type Machine, statusesOf } from '@xs2a/contracts';
import type { MachineName } from '../checks/journey.ts';
import { JOURNEYS, MACHINES, pathOf } from '../checks/state-checks.ts';
import type { Report } from '../run-conformance.ts';
import { escape } from './escape.ts';

const NODE = { width: 150, height: 30 };
const COLUMN = 262;
const ROW = 62;

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Draws a status machine with the covered transitions and the statuses that a TPP saw. */
export function drawMachine(name: MachineName, { results, coverage, statusesSeen }: Report): string {
  const machine = MACHINES[name];
  const places = placesOf(machine);
  const verdicts = verdictsOf(name, results);
  const edges = statusesOf(machine).flatMap((from) =>
    Object.entries(machine[from] ?? {}).map(([event, to]) => {
      const edge = `${name}.${from}.${event}`;
      const verdict = verdicts.get(edge) ?? 'unseen';
      const text = coverage.find(({ table, row }) => table === 'edges' && row === edge)?.why;
      const why = text === undefined ? '' : `: ${text}`;
      return { verdict, svg: edgeOf(places, from, to, verdict, `${from} — ${event} → ${to}${why}`) };
    }),
  );
  // Covered transitions are drawn on top of the others.
  const drawn = [
    ...edges.filter(({ verdict }) => verdict === 'unseen'),
    ...edges.filter(({ verdict }) => verdict !== 'unseen'),
  ];
  const isPassed = (journey: string): boolean =>
    results.some(({ id, result }) => id === `states.${name}.${journey}` && result === 'passed');
  const journeys = JOURNEYS.filter((journey) => journey.machine === name && isPassed(journey.name));
  const passed = new Set(journeys.flatMap((journey) => pathOf(journey).statuses));
  const nodes = statusesOf(machine).map((status) => {
    const { x, y } = places.get(status) ?? { x: 0, y: 0 };
    const kind = statusesSeen.includes(`${name}.${status}`) ? 'shown' : passed.has(status) ? 'through' : 'never';
    const box = `<rect x="${x}" y="${y}" width="${NODE.width}" height="${NODE.height}" rx="15"/>`;
    const text = `<text x="${x + NODE.width / 2}" y="${y + 20}">${status}</text>`;
    return `<g class="node ${kind}${isFinal(machine, status) ? ' final' : ''}">${box}${text}</g>`;
  });
  const width = Math.max(...[...places.values()].map(({ x }) => x)) + NODE.width + 60;
  const height = Math.max(...[...places.values()].map(({ y }) => y)) + NODE.height + 16;
  return `<svg class="machine" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Statuses of ${name}">${drawn.map(({ svg }) => svg).join('')}${nodes.join('')}</svg>`;
}

/** Returns columns by the number of steps from the first status; final statuses come last. */
function placesOf(machine: Machine): Map<string, Place> {
  const [first = ''] = statusesOf(machine);
  const rank = new Map([[first, 0]]);
  for (const [status, steps] of rank) {
    for (const next of Object.values(machine[status] ?? {})) if (!rank.has(next)) rank.set(next, steps + 1);
  }
  const inner = statusesOf(machine).filter((status) => !isFinal(machine, status));
  const last = Math.max(...inner.map((status) => rank.get(status) ?? 0)) + 1;
  const columns = Map.groupBy(statusesOf(machine), (status) =>
    isFinal(machine, status) ? last : (rank.get(status) ?? 0),
  );
  const most = Math.max(...[...columns.values()].map((column) => column.length));
  const places = new Map<string, Place>();
  for (const [column, statuses] of columns) {
    const top = 8 + ((most - statuses.length) * ROW) / 2;
    for (const [index, status] of statuses.entries())
      places.set(status, { x: 8 + column * COLUMN, y: top + index * ROW });
  }
  return places;
}

function edgeOf(places: ReadonlyMap<string, Place>, from: string, to: string, verdict: string, title: string): string {
  const [a, b] = [places.get(from), places.get(to)];
  if (a === undefined || b === undefined) return '';
  const path = pathBetween(a, b);
  return `<path class="edge ${verdict}" d="${path}" marker-end="url(#tip-${verdict})"><title>${escape(title)}</title></path>`;
}

function pathBetween(a: Place, b: Place): string {
  const middle = NODE.height / 2;
  const [right, left] = [a.x + NODE.width, b.x - 5];
  if (a.x === b.x && a.y === b.y) {
    const x = a.x + NODE.width - 30;
    return `M${x} ${a.y}c4 -14 26 -14 24 -1`;
  }
  if (a.x < b.x) {
    const bend = Math.min(90, (left - right) / 2);
    return `M${right} ${a.y + middle}C${right + bend} ${a.y + middle} ${left - bend} ${b.y + middle} ${left} ${b.y + middle}`;
  }
  // Down or up in one column, or back: around the right side.
  const end = b.x + NODE.width + 5;
  return `M${right} ${a.y + middle}C${right + 56} ${a.y + middle} ${end + 56} ${b.y + middle} ${end} ${b.y + middle}`;
}

/** Covered if every journey with the transition passed, failed if one did not. */
function verdictsOf(name: MachineName, results: Report['results']): Map<string, 'covered' | 'failed'> {
  const verdicts = new Map<string, 'covered' | 'failed'>();
  for (const journey of JOURNEYS.filter(({ machine }) => machine === name)) {
    const result = results.find(({ id }) => id === `states.${name}.${journey.name}`)?.result;
    if (result !== 'passed' && result !== 'failed') continue;
    for (const edge of pathOf(journey).edges) {
      if (result === 'failed') verdicts.set(edge, 'failed');
      else if (!verdicts.has(edge)) verdicts.set(edge, 'covered');
    }
  }
  return verdicts;
}

/** Arrowheads, once for all machines of the page. */
export const TIPS = `<svg width="0" height="0" aria-hidden="true"><defs>${['covered', 'failed', 'unseen']
  .map(
    (verdict) =>
      `<marker id="tip-${verdict}" class="tip ${verdict}" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M0 0.5L7 4L0 7.5z"/></marker>`,
  )
  .join('')}</defs></svg>`;
