import { setTimeout as after } from 'node:timers/promises';
import type { Difference, Repairing } from './difference.ts';

/** Each repair may enable the next one: an approval is counted, then its payment submitted, then its execution reported. */
const ROUNDS_MAX = 5;
/** Milliseconds within which services deliver new messages. */
const DELIVERED_MS = 3_000;

export interface Repaired {
  readonly repaired: readonly Difference[];
  /** Remaining differences, each with the reason if its repair failed. */
  readonly left: readonly (Difference & { failed?: string })[];
}

/** Repairs differences and checks again, until nothing changes any more. */
export async function repairDifferences(
  find: () => Promise<Difference[]>,
  repairing: () => Repairing,
  deliveredMs = DELIVERED_MS,
): Promise<Repaired> {
  const repaired = new Map<string, Difference>();
  const failures = new Map<string, string>();
  let found = await find();
  for (let round = 0; round < ROUNDS_MAX && found.some(({ repair }) => repair !== undefined); round++) {
    for (const difference of found) {
      try {
        await difference.repair?.(repairing());
        if (difference.repair !== undefined) repaired.set(nameOf(difference), difference);
      } catch (error) {
        failures.set(nameOf(difference), error instanceof Error ? error.message : String(error));
      }
    }
    await after(deliveredMs);
    found = await find();
  }
  const left = found.map((difference) => {
    repaired.delete(nameOf(difference));
    const failed = failures.get(nameOf(difference));
    return { ...difference, ...(failed !== undefined && { failed }) };
  });
  return { repaired: [...repaired.values()], left };
}

function nameOf({ kind, where }: Difference): string {
  return `${kind} ${where}`;
}
