import type { PsuAccess } from '@xs2a/contracts';
import { lookUp } from '../rendering/describe-account.ts';
import { formatDate } from '../rendering/formats.ts';
import { type Language, WORDS } from '../rendering/languages.ts';
import type { Pages } from '../rendering/pages.ts';

/** Describes the reads of each day, newest first: `Balances 3 times, of which 2 without you`. */
export function describeAccesses(
  accesses: readonly PsuAccess[],
  language: Language,
): NonNullable<Pages['permission']['accesses']> {
  const { accessKinds, accessTimes } = WORDS[language].permissions;
  return [...Map.groupBy(accesses, ({ day }) => day)].map(([day, ofDay]) => ({
    day: formatDate(day, language),
    what: [...Map.groupBy(ofDay, ({ kind }) => kind)].map(([kind, same]) => {
      const sum = (counted: readonly PsuAccess[]): number => counted.reduce((total, { times }) => total + times, 0);
      const alone = same.filter(({ psuPresent }) => !psuPresent);
      return `${lookUp(accessKinds, kind)}: ${accessTimes(sum(same), sum(alone))}`;
    }),
  }));
}
