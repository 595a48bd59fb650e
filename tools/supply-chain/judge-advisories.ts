import { readFileSync } from 'node:fs';
import { z } from 'zod';

const SEVERITIES = ['low', 'moderate', 'high', 'critical', 'unknown'] as const;
/** Severities that fail the check without a waiver. An unknown severity counts as serious. */
const GRAVE: readonly string[] = ['high', 'critical', 'unknown'];
/** A waiver gives time to replace the package, not to forget it. */
const WAIVER_DAYS_MAX = 90;
const DAY_MS = 86_400_000;

export interface Advisory {
  readonly id: string;
  readonly package: string;
  readonly version: string;
  readonly severity: (typeof SEVERITIES)[number];
  readonly title: string;
}

/** Answer of a database, or the reason why it could not be asked. */
export type Asked =
  | { readonly database: string; readonly advisories: readonly Advisory[] }
  | { readonly database: string; readonly notAsked: string };

const Waiver = z.strictObject({
  id: z.string().min(1),
  package: z.string().min(1),
  reason: z.string().min(10),
  by: z.string().min(1),
  since: z.iso.date(),
  until: z.iso.date(),
});
export type Waiver = z.infer<typeof Waiver>;

export interface Verdict {
  readonly lines: readonly string[];
  /** 0: nothing serious; 1: a serious advisory without a waiver in force; 3: a database could not be asked. */
  readonly code: 0 | 1 | 3;
}

/** Throws if a waiver is incomplete, or longer than permitted. */
export function readWaivers(file: string): Waiver[] {
  const waivers = z.array(Waiver).parse(JSON.parse(readFileSync(file, 'utf8')));
  for (const { id, since, until } of waivers) {
    const days = (Date.parse(until) - Date.parse(since)) / DAY_MS;
    if (days < 0 || days > WAIVER_DAYS_MAX)
      throw new Error(`the waiver of ${id} may last ${WAIVER_DAYS_MAX} days at most`);
  }
  return waivers;
}

export function judgeAdvisories(asked: readonly Asked[], waivers: readonly Waiver[], now: Date): Verdict {
  const today = now.toISOString().slice(0, 10);
  const found = asked.flatMap((one) => ('advisories' in one ? one.advisories : []));
  const waiverOf = ({ id, package: name }: Advisory): Waiver | undefined =>
    waivers.find(
      (waiver) => waiver.id === id && waiver.package === name && waiver.since <= today && today <= waiver.until,
    );
  const lines = [
    ...asked.map(describe),
    ...found.map((advisory) => {
      const waiver = waiverOf(advisory);
      const { id, package: name, version, severity, title } = advisory;
      const waived = waiver === undefined ? '' : ` (waived until ${waiver.until}: ${waiver.reason})`;
      return `${severity}: ${name} ${version}, ${id}: ${title}${waived}`;
    }),
    ...waivers.flatMap((waiver) => {
      if (waiver.until < today) return [`the waiver of ${waiver.id} for ${waiver.package} ended on ${waiver.until}`];
      const isUsed = found.some((advisory) => waiverOf(advisory) === waiver);
      return isUsed ? [] : [`the waiver of ${waiver.id} for ${waiver.package} waives nothing that was found`];
    }),
  ];
  if (found.some((advisory) => GRAVE.includes(advisory.severity) && waiverOf(advisory) === undefined))
    return { lines, code: 1 };
  return { lines, code: asked.some((one) => 'notAsked' in one) ? 3 : 0 };
}

function describe(asked: Asked): string {
  if ('notAsked' in asked) return `${asked.database}: could not be asked: ${asked.notAsked}`;
  return `${asked.database}: ${asked.advisories.length === 0 ? 'nothing known' : `${asked.advisories.length} advisories`}`;
}

export function severityOf(word: string | undefined): Advisory['severity'] {
  return SEVERITIES.find((severity) => severity === word?.toLowerCase()) ?? 'unknown';
}
