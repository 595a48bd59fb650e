import { acknowledgedIsReadable, sameRequestSameId } from './acknowledged.ts';
import { noReadAfterTheEnd, oneRecurringConsent, readsAreCounted } from './consents.ts';
import type { Evidence } from './evidence.ts';
import { historiesAreLegal } from './histories.ts';
import { approvedBeforeExecution, moneyIsConserved, postedOnce } from './ledger.ts';
import { answersAreProper, codesCountOnce, everyJourneyEnds, everythingIsDelivered } from './service-checks.ts';
import type { Point, Violation } from './violation.ts';

/** The twelve points that a campaign is checked against, and the end of every journey. */
export const POINTS: Readonly<Record<string, Point>> = {
  '1 what was acknowledged is there': acknowledgedIsReadable,
  '2 posted once': postedOnce,
  '3 money is conserved': moneyIsConserved,
  '4 histories are legal': historiesAreLegal,
  '5 no read after the end': noReadAfterTheEnd,
  '6 one recurring consent': oneRecurringConsent,
  '7 reads are counted': readsAreCounted,
  '8 same request, same id': sameRequestSameId,
  '9 approved before executed': approvedBeforeExecution,
  '10 codes count once': codesCountOnce,
  '11 everything is delivered': everythingIsDelivered,
  '12 answers are proper': answersAreProper,
  'every journey ends': everyJourneyEnds,
};

/** Violations found by each point. */
export function judge(evidence: Evidence): ReadonlyMap<string, readonly Violation[]> {
  return new Map(Object.entries(POINTS).map(([name, point]) => [name, point(evidence)]));
}
