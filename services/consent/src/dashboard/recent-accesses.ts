import type { PsuAccess } from '@xs2a/contracts';
import { bankDay } from '@xs2a/service-kit';
import type { ConsentContext } from '../context.ts';

/** Days for which a PSU sees past reads. */
const DAYS_SHOWN = 90;
const DAY_MS = 86_400_000;

/** Returns the reads under a consent in the last 90 days, newest first: at most a few kinds of data for each day. */
export async function recentAccesses(context: ConsentContext, consentId: string): Promise<PsuAccess[]> {
  const { accessRecords, accesses, now, profile } = context;
  await accessRecords.flush();
  const first = bankDay(new Date(now().getTime() - (DAYS_SHOWN - 1) * DAY_MS), profile);
  const found = await accesses.find({ consentId, day: { $gte: first } }).toArray();
  // Sorted here: the index is by consent alone, so the database would sort in memory too.
  return found
    .map(({ day, kind, psuPresent, times }) => ({ day, kind, psuPresent, times }))
    .toSorted((one, other) => other.day.localeCompare(one.day) || one.kind.localeCompare(other.kind));
}
