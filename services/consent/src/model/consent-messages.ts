import { type Approvals, hasOpen } from '@xs2a/approvals';
import { abandonAuthorisations, leaveBasket, type ScaParent } from '@xs2a/contracts';
import { type OutboxEntry, outboxEntry } from '@xs2a/service-kit';
import type { ConsentRecord } from './consent-record.ts';

/** Tells sca to fail the authorisations of a consent that are still open, except one. */
export function abandonOpenAuthorisations(
  parent: ScaParent,
  approvals: Approvals,
  at: Date,
  except?: string,
): OutboxEntry[] {
  return hasOpen(approvals, except) ? [outboxEntry(abandonAuthorisations, { parent }, at)] : [];
}

/** Tells payments that a consent has ended on its own and leaves its signing basket. */
export function leaveSigningBasket({ _id, basketId }: ConsentRecord, at: Date): OutboxEntry[] {
  return basketId === undefined ? [] : [outboxEntry(leaveBasket, { basketId, consentId: _id }, at)];
}
