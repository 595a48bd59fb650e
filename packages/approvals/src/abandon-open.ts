import { abandonAuthorisations, type ScaParent } from '@xs2a/contracts';
import { type OutboxEntry, outboxEntry } from '@xs2a/service-kit';
import { type Approvals, isUntouched, openAtSca } from './approvals.ts';

/** Fields of a write after which open authorisations of a parent fail. */
export interface Abandonment {
  /** The message to sca; none where sca has nothing to fail. */
  readonly outbox: OutboxEntry[];
  /** Holds while nobody has opened or updated the authorisation that is stored here: the message to sca would not name it. */
  readonly where: Readonly<Record<string, unknown>>;
  /** When what is held here failed. */
  readonly set: Readonly<Record<string, unknown>>;
}

/** Fails the authorisations of a parent that are still open, except `besides`: those of sca, and the one that is held. */
export function abandonOpen(approvals: Approvals, parent: ScaParent, at: Date, besides?: string): Abandonment {
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
