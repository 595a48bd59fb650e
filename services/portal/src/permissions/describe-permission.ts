import type { PsuConsent } from '@xs2a/contracts';
import { describeGrants, lookUp } from '../rendering/describe-account.ts';
import { describeTpp } from '../rendering/describe-tpp.ts';
import { formatDate, formatInstant } from '../rendering/formats.ts';
import { type Language, WORDS } from '../rendering/languages.ts';
import type { Permission } from '../rendering/permission.ts';
import type { Fact } from '../rendering/summary.ts';
import { permissionPath } from '../visits/paths.ts';
import type { Words } from '../words/words.ts';

/** Describes a consent in the language of the page. */
export function describePermission(
  consent: PsuConsent,
  { language, timeZone, accountNames }: { language: Language; timeZone: string; accountNames: Record<string, string> },
): Permission {
  const { permissions: words, summary, rights } = WORDS[language];
  const { validUntil } = consent;
  const isValid = consent.consentStatus === 'valid';
  const moment = (instant: string): string => formatInstant(instant, language, timeZone, 'short');
  return {
    title: consent.tppName,
    tppName: consent.tppName,
    path: permissionPath(consent.consentId),
    status: isSuperseded(consent) ? words.superseded : words.statuses[consent.consentStatus],
    isValid,
    ...(isValid && {
      withdrawal: {
        label: words.withdraw,
        hint: words.withdrawHint,
        question: words.withdrawQuestion(consent.tppName),
        confirm: words.withdrawConfirm,
        keep: words.keep,
      },
    }),
    accounts: describeGrants(consent.grants, { accountNames }, language).map((account) =>
      consent.kind === 'fundsConsent' ? { ...account, rights: [rights.funds] } : account,
    ),
    facts: [
      {
        label: isValid ? words.isValid : words.wasValid,
        value: validUntil === undefined ? summary.untilWithdrawn : summary.until(formatDate(validUntil, language)),
        isKey: true,
      },
      { label: words.allowed, value: allowed(consent, language) },
      { label: words.grantedAt, value: moment(consent.authorisedAt) },
      ...usesOf(consent, words, moment),
      ...describeTpp(consent, language),
    ],
    history: consent.history
      .map(({ at, event, by }) => ({ at: moment(at), what: lookUp(words.events, event), by: words.by[by] }))
      .toReversed(),
  };
}

/** A replaced consent has the status `expired`. Its history tells why. */
function isSuperseded({ history }: PsuConsent): boolean {
  return history.at(-1)?.event === 'superseded';
}

function allowed({ kind, recurringIndicator, frequencyPerDay = 1 }: PsuConsent, language: Language): string {
  const { summary } = WORDS[language];
  if (kind === 'fundsConsent') return summary.fundsChecks;
  return recurringIndicator === true ? summary.recurring(frequencyPerDay) : summary.once;
}

/** Describes the last use and the number of uses, if uses are counted. */
function usesOf(consent: PsuConsent, words: Words['permissions'], moment: (instant: string) => string): Fact[] {
  const { usesInAll, usesToday = 0, lastUsedAt } = consent;
  if (usesInAll === undefined) return [];
  if (lastUsedAt === undefined) return [{ label: words.lastUsed, value: words.neverUsed, isKey: true }];
  return [
    { label: words.lastUsed, value: moment(lastUsedAt), isKey: true },
    { label: words.uses, value: words.usedTimes(usesInAll, usesToday) },
  ];
}
