import type { Journal } from '../crash/journal/journal.ts';
import { JOURNEYS } from '../crash/load/journeys.ts';
import { type Addresses, Walker } from '../crash/load/walker.ts';

/** Runs a journey of each kind to its end. One that cannot be finished becomes a fact in the journal. */
export async function walkEach(journal: Journal, addresses: Addresses, round: number): Promise<void> {
  for (const [number, [name, { walk }]] of Object.entries(JOURNEYS).entries()) {
    const walker = new Walker(journal, addresses, `${name}, round ${round}`);
    await walk({ walker, index: round * 10 + number }).catch((error: unknown) => {
      walker.fact({ is: 'stuck', id: walker.journey, why: error instanceof Error ? error.message : String(error) });
    });
  }
}
