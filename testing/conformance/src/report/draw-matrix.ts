import { ENDPOINTS, type EndpointKey, REFUSALS, refusedAt, type Situation } from '@xs2a/contracts';
import type { Result } from '../check.ts';
import { escape } from './escape.ts';
import { worst } from './summary.ts';

const CELL = 14;
const LEFT = 424;
const TOP = 212;
const GAP = 8;

interface Column {
  readonly name: string;
  readonly of: (result: Result) => boolean;
  /** Whether the interface has it at this endpoint. */
  readonly where: (key: EndpointKey) => boolean;
}

/** Draws endpoints × situations: squares show the coverage. */
export function drawMatrix(results: readonly Result[]): string {
  const columns = columnsOf(results);
  const keys = Object.keys(ENDPOINTS) as EndpointKey[];
  const [width, height] = [LEFT + columns.length * CELL + GAP + 96, TOP + heightOf(keys) + 6];
  const heads = columns.map(({ name }, index) => {
    const x = xOf(index) + CELL - 3;
    return `<text transform="translate(${x} ${TOP - 7}) rotate(-65)">${escape(name)}</text>`;
  });
  const rows = keys.map((key, index) => rowOf(key, yOf(keys, index), columns, results));
  return `<svg class="matrix" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Coverage: endpoints by situations">${heads.join('')}${rows.join('')}</svg>`;
}

function columnsOf(results: readonly Result[]): Column[] {
  const checked = new Set(results.map(({ situation }) => situation));
  const situations = (Object.keys(REFUSALS) as Situation[]).filter((situation) => checked.has(situation));
  const tied = situations.filter((situation) =>
    results.some((result) => result.situation === situation && result.endpoint !== undefined),
  );
  return [
    { name: 'answers as it should', of: ({ group }) => group === 'endpoints', where: () => true },
    { name: 'of the published form', of: ({ group }) => group === 'answers', where: () => true },
    ...tied.map(
      (situation): Column => ({
        name: situation,
        of: (result) => result.situation === situation,
        where: (key) => refusedAt(key).includes(situation),
      }),
    ),
  ];
}

function rowOf(key: EndpointKey, y: number, columns: readonly Column[], results: readonly Result[]): string {
  const own = results.filter(({ endpoint }) => endpoint === key);
  const { method } = ENDPOINTS[key];
  const name = `<text class="method ${method}" x="4" y="${y + CELL - 3}">${method}</text><text class="row" x="48" y="${y + CELL - 3}">${key}</text>`;
  const cells = columns.map((column, index) => {
    const found = own.filter(column.of);
    const verdict = worst(found) ?? (column.where(key) ? 'possible' : undefined);
    if (verdict === undefined) return '';
    const x = xOf(index);
    const title = `<title>${escape([`${key}: ${column.name}`, ...found.map(tell)].join('\n'))}</title>`;
    if (verdict === 'possible') {
      return `<g><circle class="possible" cx="${x + CELL / 2}" cy="${y + CELL / 2}" r="1.6"/><title>${escape(`${key}: ${column.name}; may come up here, and is looked at elsewhere`)}</title></g>`;
    }
    const box = `<rect class="${verdict}" x="${x + 1}" y="${y + 1}" width="${CELL - 2}" height="${CELL - 2}" rx="2"/>`;
    // Not by colour alone.
    const cross = `<path class="cross" d="M${x + 4} ${y + 4}l5 5m0-5l-5 5"/>`;
    return `<g>${box}${verdict === 'failed' ? cross : ''}${title}</g>`;
  });
  return name + cells.join('');
}

const tell = ({ how, result, why }: Result): string => `${result}: ${how}${why === undefined ? '' : ` (${why})`}`;

const xOf = (index: number): number => LEFT + index * CELL + (index > 1 ? GAP : 0);

/** A gap at the beginning of another family. */
function yOf(keys: readonly EndpointKey[], index: number): number {
  const gaps = keys.slice(1, index + 1).filter((key, at) => groupOf(key) !== groupOf(keys[at] ?? key)).length;
  return TOP + index * CELL + gaps * GAP;
}

function heightOf(keys: readonly EndpointKey[]): number {
  return yOf(keys, keys.length - 1) - TOP + CELL;
}

const groupOf = (key: EndpointKey): string => ENDPOINTS[key].path.split('/').slice(0, 3).join('/');
