import { abandonAuthorisations, type ScaParent } from '@xs2a/contracts';
import { type OutboxEntry, outboxEntry } from '@xs2a/service-kit';
import { type Approvals, hasOpen } from './approvals.ts';

/** The message by which sca fails the authorisations of a parent that are still open, except `besides`. Empty where none is. */
export function abandonOpen(approvals: Approvals, parent: ScaParent, at: Date, besides?: string): OutboxEntry[] {
  return hasOpen(approvals, besides) ? [outboxEntry(abandonAuthorisations, { parent }, at)] : [];
}
