import { isFinal, type Machine } from '@xs2a/contracts';
import { arrowsOf, type Frames, outerFrameOf } from './arrows.ts';

/** Returns a status machine as a Mermaid flowchart, with the frames of the SVG: GitHub and similar sites draw it in a page. */
export function stateFlowchart(machine: Machine, start: string, frames: Frames): string {
  const arrows = arrowsOf(machine, frames).map(({ from, to, frame, events }) => {
    return `  ${frame === undefined ? from : frameName(frame)} -->|${events.join(', ')}| ${to}`;
  });
  const outermost = frames.flatMap((_, at) => (outerFrameOf(frames, at) === undefined ? frameLines(frames, at) : []));
  const final = Object.keys(machine).filter((status) => isFinal(machine, status));
  return [
    '```mermaid',
    'flowchart TD',
    `  start(( )) --> ${start}`,
    ...outermost.map((line) => `  ${line}`),
    ...arrows,
    '  classDef final stroke-dasharray: 4',
    `  class ${final.join(',')} final`,
    '```',
  ].join('\n');
}

function frameLines(frames: Frames, at: number): string[] {
  const inner = frames.flatMap((_, other) => (outerFrameOf(frames, other) === at ? [other] : []));
  const framed = new Set(inner.flatMap((other) => frames[other] ?? []));
  const own = (frames[at] ?? []).filter((status) => !framed.has(status));
  const lines = [...own, ...inner.flatMap((other) => frameLines(frames, other))];
  return [`subgraph ${frameName(at)} [" "]`, ...lines.map((line) => `  ${line}`), 'end'];
}

function frameName(at: number): string {
  return `frame${at + 1}`;
}
