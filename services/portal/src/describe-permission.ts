import type { PsuConsent } from '@xs2a/contracts';
import { describeGrants, type Fact, type GrantedAccount, lookUp } from './describe-content.ts';
import { formatDate, formatInstant } from './formats.ts';
import { type Language, WORDS } from './languages.ts';
import { PERMISSIONS_PATH } from './link.ts';

/** A permission that a PSU gave, in the words and forms of a language. */
export interface Permission {
  readonly tppName: string;
  /** The page of its details; a form sent below it withdraws it. */
  readonly path: string;
  readonly status: string;
  readonly isValid: boolean;
  readonly accounts: readonly GrantedAccount[];
  readonly facts: readonly Fact[];
  readonly history: readonly { readonly at: string; readonly what: string; readonly by: string }[];
}

export function permissionPath(consentId: string): string {
  return `${PERMISSIONS_PATH}/${encodeURIComponent(consentId)}`;
}

export function describePermission(
  consent: PsuConsent,
  { language, timeZone, accountNames }: { language: Language; timeZone: string; accountNames: Record<string, string> },
): Permission {
  const { permissions: words, summary } = WORDS[language];
  const { recurringIndicator, frequencyPerDay, lastUsedAt } = consent;
  const isValid = consent.consentStatus === 'valid';
  const moment = (instant: string): string => formatInstant(instant, language, timeZone, 'short');
  return {
    tppName: consent.tppName,
    path: permissionPath(consent.consentId),
    status: words.statuses[consent.consentStatus],
    isValid,
    accounts: describeGrants(consent.grants, { accountNames }, language),
    facts: [
      { label: isValid ? words.validUntil : words.wasValidUntil, value: formatDate(consent.validUntil, language) },
      { label: words.allowed, value: recurringIndicator ? summary.recurring(frequencyPerDay) : summary.once },
      { label: words.grantedAt, value: moment(consent.authorisedAt) },
      { label: words.lastUsed, value: lastUsedAt === undefined ? words.neverUsed : moment(lastUsedAt) },
      ...(lastUsedAt === undefined
        ? []
        : [{ label: words.uses, value: words.usedTimes(consent.usesInAll, consent.usesToday) }]),
    ],
    history: consent.history
      .map(({ at, event, by }) => ({ at: moment(at), what: lookUp(words.events, event), by: words.by[by] }))
      .toReversed(),
  };
}
