import type { ServiceName } from '../operations/operation.ts';

/** The services, each with an identity of its own on the bus and in MongoDB. */
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
 * Who takes part in the bus: each service, `operator` for the commands of an operator (`tpp`, `reconcile`), and `import-camt`
 * for the command of that name. `bank` is the bank connector, or the bank of the sandbox.
 */
export const PARTICIPANTS = [...SERVICE_NAMES, 'operator', 'import-camt'] as const;
export type Participant = (typeof PARTICIPANTS)[number];

export function isService(participant: Participant): participant is ServiceName {
  return (SERVICE_NAMES as readonly Participant[]).includes(participant);
}
