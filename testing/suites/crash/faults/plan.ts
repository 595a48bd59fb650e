import type { Toxic } from '@xs2a/test-kit';

type FaultKind = 'kill' | 'pause' | 'toxic' | 'step-down' | 'partition' | 'disk-full';

/** One fault of a campaign: kind, target and duration. */
export interface PlannedFault {
  readonly id: string;
  readonly kind: FaultKind;
  /** A service, a server, or a link such as `sca-mongod` or `all-nats`. */
  readonly target: string;
  readonly lastsMs: number;
  readonly toxic?: Toxic;
  /** Name of the toxic, for the summary. */
  readonly what?: string;
  /** Milliseconds of undisturbed operation before it. */
  readonly restMs: number;
}

/** The targets of `trust`: every service that answers, and both servers. */
export const TARGETS = [
  'gateway',
  'consent',
  'accounts',
  'payments',
  'sca',
  'portal',
  'bank',
  'mongod',
  'nats',
] as const;

const TOXICS: Readonly<Record<string, Toxic>> = {
  latency: { type: 'latency', attributes: { latency: 200, jitter: 50 } },
  jitter: { type: 'latency', attributes: { latency: 0, jitter: 1_000 } },
  bandwidth: { type: 'bandwidth', attributes: { rate: 50 } },
  'black hole': { type: 'timeout', attributes: { timeout: 0 } },
  reset: { type: 'reset_peer', attributes: { timeout: 0 } },
  slicer: { type: 'slicer', attributes: { average_size: 64, size_variation: 32, delay: 1_000 } },
};

const PAUSE_MS = { from: 5_000, to: 15_000 };
const TOXIC_MS = { from: 5_000, to: 8_000 };
const REST_MS = { from: 300, to: 1_500 };
const PARTITION_MS = 15_000;
const FULL_MS = 5_000;

export interface PlanOptions {
  readonly targets: readonly string[];
  /** Number for each target. */
  readonly kills: number;
  /** Number in total, over the targets in turn. */
  readonly pauses: number;
  /** Number of each toxic on both kinds of links. */
  readonly toxics: number;
  /** Links for toxics: names of services. */
  readonly linked: readonly string[];
  /** Number of each fault of a replica set's primary; none on a single mongod. */
  readonly stepDowns: number;
  readonly partitions: number;
  /** Number of times that the disk of mongod is full. */
  readonly fullDisks?: number;
}

/** Returns numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns the faults of a campaign in order, the same for the same random numbers. */
export function planOf(options: PlanOptions, random: () => number): PlannedFault[] {
  const between = ({ from, to }: { from: number; to: number }): number => Math.round(from + random() * (to - from));
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const faults: Omit<PlannedFault, 'id' | 'restMs'>[] = [];
  for (const target of options.targets)
    for (let time = 0; time < options.kills; time++) faults.push({ kind: 'kill', target, lastsMs: 0 });
  for (let time = 0; time < options.pauses; time++) {
    const target = options.targets[time % options.targets.length] ?? '';
    faults.push({ kind: 'pause', target, lastsMs: between(PAUSE_MS) });
  }
  for (let time = 0; time < options.toxics; time++)
    for (const [what, toxic] of Object.entries(TOXICS))
      for (const server of ['nats', 'mongod'])
        faults.push({
          kind: 'toxic',
          what,
          toxic,
          target: `${pick(['all', ...options.linked])}-${server}`,
          lastsMs: between(TOXIC_MS),
        });
  for (let time = 0; time < options.stepDowns; time++) faults.push({ kind: 'step-down', target: 'mongod', lastsMs: 0 });
  for (let time = 0; time < options.partitions; time++)
    faults.push({ kind: 'partition', target: 'mongod', lastsMs: PARTITION_MS });
  for (let time = 0; time < (options.fullDisks ?? 0); time++)
    faults.push({ kind: 'disk-full', target: 'mongod', lastsMs: FULL_MS });
  return shuffled(faults, random).map((fault, index) => ({ ...fault, id: `F${index + 1}`, restMs: between(REST_MS) }));
}

function shuffled<T>(all: readonly T[], random: () => number): T[] {
  const left = [...all];
  const drawn: T[] = [];
  while (left.length > 0) drawn.push(...left.splice(Math.floor(random() * left.length), 1));
  return drawn;
}
