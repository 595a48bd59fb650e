import type { DeveloperClock } from '@xs2a/sandbox-clocks';
import { findContext } from '@xs2a/service-kit';

type Condition = { readonly $regex: string } | { readonly $not: { readonly $regex: string } };

/**
 * Returns the condition for a job on documents with a PSU: those of the developer whose clock it follows, or of developers whose
 * clock is not ahead.
 */
export function matchPsusOfClock(): { psuId?: Condition } {
  const condition = conditionOf((workspace) => `\\.${workspace}$`);
  return condition === undefined ? {} : { psuId: condition };
}

/** As {@link matchPsusOfClock}, for documents with an account. */
export function matchAccountsOfClock(): { ledgerAccountId?: Condition } {
  const condition = conditionOf((workspace) => `^W${workspace}-`);
  return condition === undefined ? {} : { ledgerAccountId: condition };
}

function conditionOf(pattern: (workspace: string) => string): Condition | undefined {
  const { name: workspace, others = [] }: Partial<DeveloperClock> = findContext()?.scope ?? {};
  if (workspace !== undefined) return { $regex: pattern(workspace) };
  return others.length === 0 ? undefined : { $not: { $regex: others.map(pattern).join('|') } };
}
