import { type Check } from './check.ts';
import { BUS_CHECKS, CLOSING_CHECKS } from './checks/bus.ts';
import { ENTRY_CHECKS, FEED_CHECKS } from './checks/feed.ts';
import { PAYMENT_CHECKS } from './checks/payments.ts';
import { PSU_CHECKS } from './checks/psu.ts';
import { SECOND_FACTOR_CHECKS } from './checks/second-factor.ts';
import { Fault, NotTried } from './fault.ts';
import type { Session } from './session.ts';

/** Every rule that is checked, in order. */
export const CHECKS: readonly Check[] = [
  ...FEED_CHECKS.filter(({ parts }) => parts.includes('accountInformation')),
  ...BUS_CHECKS,
  ...PSU_CHECKS,
  ...SECOND_FACTOR_CHECKS,
  ...PAYMENT_CHECKS,
  ...FEED_CHECKS.filter(({ parts }) => !parts.includes('accountInformation')),
  ...ENTRY_CHECKS,
  ...CLOSING_CHECKS,
];

export interface Outcome {
  readonly id: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly rule: string;
  readonly source: string;
  readonly note: string;
  readonly ms: number;
}

/** Returns the checks whose ids begin with one of `only`, all if it is empty. */
export const checksFor = (only: readonly string[]): readonly Check[] =>
  CHECKS.filter(({ id }) => only.length === 0 || only.some((start) => id.startsWith(start)));

/** Runs these checks one after the other. */
export async function runChecks(
  session: Session,
  only: readonly string[],
  onOutcome: (outcome: Outcome) => void = () => undefined,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const check of checksFor(only)) {
    const outcome = await runOne(session, check);
    outcomes.push(outcome);
    onOutcome(outcome);
  }
  return outcomes;
}

async function runOne(session: Session, { id, rule, source, parts, lacks, run }: Check): Promise<Outcome> {
  const said = { id, rule, source };
  const skipped = (note: string): Outcome => ({ ...said, outcome: 'skipped', note, ms: 0 });
  if (!parts.some((part) => session.facts.offers.includes(part))) return skipped('not offered');
  const missing = lacks?.(session.facts);
  if (missing !== undefined) return skipped(`the facts do not say ${missing}`);
  const startedAt = performance.now();
  const ended = (outcome: 'passed' | 'failed', note: string): Outcome => {
    return { ...said, outcome, note, ms: Math.round(performance.now() - startedAt) };
  };
  try {
    return ended('passed', (await run(session)) ?? '');
  } catch (error) {
    if (error instanceof NotTried) return skipped(error.message);
    if (error instanceof Fault) return ended('failed', error.message);
    throw error;
  }
}
