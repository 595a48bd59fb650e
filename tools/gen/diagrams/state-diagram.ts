import { Graphviz } from '@hpcc-js/wasm-graphviz';
import { isFinal, type Machine } from '@xs2a/contracts';
import { type Arrow, arrowsOf, type Frames, outerFrameOf } from './arrows.ts';

const graphviz = await Graphviz.load();

/**
 * Both colour schemes in one picture, even if a page shows it as an image. Graphviz writes the light colours as attributes; the
 * classes are added here.
 */
const STYLE = `<style>
text{font-family:Helvetica,Arial,"Liberation Sans",sans-serif}
@media(prefers-color-scheme:dark){
.status path{fill:#1f2b27;stroke:#8fd6c4}.final path{fill:#0f1614;stroke:#7c8a83}.cluster path{fill:#17211e;stroke:#2e3b36}
.event path,.begin ellipse{stroke:#a9b5af}.event polygon,.begin ellipse{fill:#a9b5af;stroke:#a9b5af}
text{fill:#ecefe9}.word text{fill:#a9b5af}}
</style>`;

/** Returns a status machine as SVG: the same machine gives the same picture, byte by byte. */
export function stateDiagram(machine: Machine, start: string, title: string, frames: Frames): string {
  const svg = graphviz.dot(graphOf(machine, start, frames));
  const body = svg.slice(svg.indexOf('<svg')).replace(/<!--[\s\S]*?-->\n?/g, '');
  return body
    .replace(/<title>[\s\S]*?<\/title>\n?/g, '')
    .replace(/<svg [^>]*viewBox="([^"]*)"[^>]*>/, (_, box: string) => {
      const [, , width, height] = box.split(' ').map((length) => Math.ceil(Number(length)));
      const size = `width="${width}" height="${height}" viewBox="${box}"`;
      return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="${title}">\n${STYLE}`;
    });
}

function graphOf(machine: Machine, start: string, frames: Frames): string {
  const statuses = Object.keys(machine);
  const nodes = statuses.map((status) => {
    const look = isFinal(machine, status)
      ? 'class="final" fillcolor="#f4f1ea" color="#7d877f"'
      : 'class="status" fillcolor="#e3efe9" color="#0f4f47"';
    return `"${status}" [${look}];`;
  });
  const drawn = arrowsOf(machine, frames).map((arrow, at) => drawnArrow(arrow, `w${at}`, frames));
  return [
    'digraph {',
    'graph [rankdir=TB compound=true bgcolor="transparent" nodesep=0.3 ranksep=0.16 pad=0.1 fontname="Helvetica"];',
    'node [shape=box style="rounded,filled" fontname="Helvetica" fontsize=13 fontcolor="#15211e" height=0.4 margin="0.17,0.06" penwidth=1.4];',
    'edge [color="#53605b" arrowsize=0.7 penwidth=1.1];',
    `begin [shape=circle width=0.14 height=0.14 fixedsize=true label="" class="begin" style=filled fillcolor="#53605b" color="#53605b"]; begin -> "${start}" [class="event"];`,
    ...nodes,
    ...frames.flatMap((_, at) => (outerFrameOf(frames, at) === undefined ? [cluster(frames, at, drawn)] : [])),
    ...drawn.flatMap(({ word, within, lines }) => [...(within === undefined ? [word] : []), lines]),
    '}',
  ].join('\n');
}

interface DrawnArrow {
  readonly word: string;
  /** The frame that contains the label, if the arrow stays inside one. */
  readonly within?: number | undefined;
  readonly lines: string;
}

/** Labels are separate nodes, so that no line runs through them; only a loop has its label beside it. */
function drawnArrow({ from, to, frame, events }: Arrow, name: string, frames: Frames): DrawnArrow {
  const label = events.join('\\n');
  if (from === to) {
    return {
      word: '',
      lines: `"${from}" -> "${to}" [class="event word" label="\u00a0\u00a0${label}" fontsize=11 fontcolor="#53605b"];`,
    };
  }
  const word = `"${name}" [shape=box style="" color="transparent" height=0.2 margin="0.08,0.02" class="word" fontsize=11 fontcolor="#53605b" label="${label}"];`;
  const tail = frame === undefined ? '' : ` ltail="cluster_${frame}"`;
  const lines = `"${from}" -> "${name}" [arrowhead=none class="event"${tail}]; "${name}" -> "${to}" [class="event"];`;
  return { word, within: smallestWith(frames, [...((frame !== undefined && frames[frame]) || [from]), to]), lines };
}

function cluster(frames: Frames, at: number, drawn: readonly DrawnArrow[]): string {
  const inner = frames.flatMap((_, other) =>
    outerFrameOf(frames, other) === at ? [cluster(frames, other, drawn)] : [],
  );
  const members = (frames[at] ?? []).map((status) => `"${status}";`);
  const words = drawn.flatMap(({ word, within }) => (within === at ? [word] : []));
  return `subgraph "cluster_${at}" { style="rounded,filled"; color="#d8d2c4"; fillcolor="#fffdf9"; margin=12; class="cluster"; ${[...inner, ...members, ...words].join(' ')} }`;
}

function smallestWith(frames: Frames, statuses: readonly string[]): number | undefined {
  const holders = frames.flatMap((frame, at) => (statuses.every((status) => frame.includes(status)) ? [at] : []));
  return holders.toSorted((one, other) => (frames[one]?.length ?? 0) - (frames[other]?.length ?? 0))[0];
}
