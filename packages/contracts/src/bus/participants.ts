import type { ServiceName } from '../operations/operation.ts';

/** The services, each with its own identity on the bus and in MongoDB. */
export const SERVICE_NAMES = [
  'gateway',
  'consent',
  'accounts',
  'payments',
  'sca',
  'portal',
  'bank',
  'notifier',
  'oauth',
] as const satisfies readonly ServiceName[];

/**
 * Participants of the bus: each service, `operator` for operator commands (`tpp`, `reconcile`), and `import-camt` for the command
 * of that name. `bank` is the bank connector, or the sandbox bank.
 */
export const PARTICIPANTS = [...SERVICE_NAMES, 'operator', 'import-camt'] as const;
export type Participant = (typeof PARTICIPANTS)[number];

export function isService(participant: Participant): participant is ServiceName {
  return (SERVICE_NAMES as readonly Participant[]).includes(participant);
}
