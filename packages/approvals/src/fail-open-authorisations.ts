import { abandonAuthorisations, type ScaParent } from '@xs2a/contracts';
import { type OutboxEntry, outboxEntry } from '@xs2a/service-kit';
import { type Approvals, isUntouched, openAtSca } from './approvals.ts';

/** Fields of a write that fails the open authorisations of a parent. */
export interface Abandonment {
  /** Message to sca; empty if sca has no open authorisation. */
  readonly outbox: OutboxEntry[];
  /** Condition: nobody has opened or updated the stored authorisation. The message to sca would not include it. */
  readonly where: Readonly<Record<string, unknown>>;
  /** Time of failure of the authorisation stored here. */
  readonly set: Readonly<Record<string, unknown>>;
}

/** Fails the open authorisations of a parent, except `besides`: those at sca, and the one stored with the parent. */
export function failOpenAuthorisations(
  approvals: Approvals,
  parent: ScaParent,
  at: Date,
  besides?: string,
): Abandonment {
  const { authorisations } = approvals;
  const open = openAtSca(approvals, besides);
  const handedOver = open.filter(({ handedOver: isTaken }) => isTaken).map(({ id }) => id);
  const message = { parent, ...(handedOver.length > 0 && { handedOver }) };
  const outbox = open.length > 0 ? [outboxEntry(abandonAuthorisations, message, at)] : [];
  const index = authorisations.findIndex(
    ({ id, outcome, linkKey, abandonedAt }) =>
      linkKey !== undefined && outcome === undefined && abandonedAt === undefined && id !== besides,
  );
  const held = authorisations[index];
  if (held === undefined) return { outbox, where: {}, set: {} };
  const path = `authorisations.${index}`;
  return {
    outbox,
    where: isUntouched(held) ? { [`${path}.handedOver`]: { $exists: false } } : {},
    set: { [`${path}.abandonedAt`]: at },
  };
}
