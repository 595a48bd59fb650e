import { TppClient } from '@xs2a/test-kit';
import { readJournal } from '../journal/journal.ts';
import { insistOn } from '../load/walker.ts';
import { type Evidence, type ReadBack, type RecordedFact, readEvidence } from './evidence.ts';
import { gatherStored } from './gather-stored.ts';

/** Messages that no log of a service may contain. */
const MISHAP = /unhandled rejection|uncaught exception|FATAL ERROR|heap out of memory/i;
const AT_ONCE = 8;

export interface Sources {
  readonly journalFile: string;
  readonly mongoUrl: string;
  readonly gatewayUrl: string;
  readonly opening: ReadonlyMap<string, bigint>;
  /** Names and logs of processes; empty if another program started them. */
  readonly logs: readonly { name: string; log: string }[];
  /** Processes that ended unexpectedly. */
  readonly endedByThemselves: readonly string[];
}

/** Gathers all evidence: the journal, the databases once they are at rest, the answers of the interface, and the logs. */
export async function gatherEvidence(sources: Sources): Promise<Evidence> {
  const known = readEvidence(readJournal(sources.journalFile));
  const stored = await gatherStored(sources.mongoUrl);
  const readBack = await readAgain(new TppClient(sources.gatewayUrl), known.facts);
  const lines = sources.logs.flatMap(({ name, log }) =>
    log.split('\n').flatMap((line) => (MISHAP.test(line) ? [`${name}: ${line.slice(0, 300)}`] : [])),
  );
  return { ...known, stored, readBack, opening: sources.opening, anomalies: [...lines, ...sources.endedByThemselves] };
}

/** Reads everything acknowledged from the interface. */
async function readAgain(tpp: TppClient, facts: readonly RecordedFact[]): Promise<ReadBack> {
  const paths = new Map(
    facts.flatMap(({ fact }) => (fact.is === 'acknowledged' ? [[fact.id, fact.path] as const] : [])),
  );
  const left = [...paths];
  const read = new Map<string, { status: number; body: Record<string, unknown> }>();
  const reader = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const [id, path] = next;
      const { status, body } = await insistOn(async () => {
        const answer = await tpp.get(path);
        return answer.status === 503 || answer.status === 429 ? undefined : answer;
      });
      read.set(id, { status, body });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, reader));
  return read;
}
