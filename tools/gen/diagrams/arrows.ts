import type { Machine } from '@xs2a/contracts';

/** Groups of statuses with common transitions, which are drawn once, from the frame around them. */
export type Frames = readonly (readonly string[])[];

export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly frame?: number;
  readonly events: string[];
}

/** Returns the smallest frame that contains another. */
export function outerFrameOf(frames: Frames, at: number): number | undefined {
  const own = frames[at] ?? [];
  const holders = frames.flatMap((frame, other) =>
    other !== at && frame.length > own.length && own.every((status) => frame.includes(status)) ? [other] : [],
  );
  return holders.toSorted((one, other) => (frames[one]?.length ?? 0) - (frames[other]?.length ?? 0))[0];
}

/** Returns each transition once: from a frame if all statuses in it have it, otherwise from the status itself. */
export function arrowsOf(machine: Machine, frames: Frames): Arrow[] {
  const arrows = new Map<string, Arrow>();
  const add = (from: string, to: string, event: string, frame?: number): void => {
    const key = `${frame ?? from}>${to}`;
    const known = arrows.get(key);
    if (known !== undefined) known.events.push(event);
    else arrows.set(key, { from, to, events: [event], ...(frame !== undefined && { frame }) });
  };
  const moves = Object.entries(machine).flatMap(([from, events]) =>
    Object.entries(events).map(([event, to]) => ({ from, event, to })),
  );
  const largestFirst = frames
    .map((members, at) => ({ members, at }))
    .toSorted((one, other) => other.members.length - one.members.length);
  const drawn = new Set<string>();
  for (const { event, to } of moves) {
    const move = `${event}>${to}`;
    if (drawn.has(move)) continue;
    drawn.add(move);
    let sources = moves.flatMap((other) => (other.event === event && other.to === to ? [other.from] : []));
    for (const { members, at } of largestFirst) {
      if (members.includes(to) || !members.every((status) => sources.includes(status))) continue;
      add(members.at(-1) ?? '', to, event, at);
      sources = sources.filter((status) => !members.includes(status));
    }
    for (const from of sources) add(from, to, event);
  }
  return [...arrows.values()];
}
