import type { Db } from 'mongodb';
import { type Lane, openLane } from './lane.ts';
import { runSeed } from './run-seed.ts';
import { simulateGlobals } from './simulated-globals.ts';

interface Entry {
  readonly at: Date;
  readonly event: string;
  readonly from: string | null;
  readonly to: string;
  readonly by: string;
}

/** Runs one seed and prints the history of each document, and the violations. Returns true if there is none. */
export async function tellSeed(mongoUrl: string, seed: number, say: (line: string) => void): Promise<boolean> {
  await using lane = await openLane(mongoUrl, 'simulation');
  using _ = simulateGlobals();
  const { violations, happened } = await runSeed(seed, lane);
  say(`seed ${seed}: ${happened} happenings`);
  await tellHistories(lane, say);
  for (const violation of violations) say(`BROKEN: ${violation}`);
  return violations.length === 0;
}

async function tellHistories({ dbs }: Lane, say: (line: string) => void): Promise<void> {
  const stored: [Db, string][] = [
    [dbs.payments, 'payments'],
    [dbs.consent, 'consents'],
    [dbs.sca, 'authorisations'],
    [dbs.bank, 'orders'],
  ];
  for (const [db, name] of stored) {
    for (const { _id, parent, history } of await db.collection(name).find().toArray()) {
      say(`${name} ${String(_id)}${parent === undefined ? '' : ` of ${parent.kind} ${parent.id}`}`);
      for (const { at, event, to, by } of history as Entry[]) say(`  ${at.toISOString()} ${event} by ${by}: ${to}`);
    }
  }
}
