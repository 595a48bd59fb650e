import { CONNECTOR_OPERATIONS } from '../operations/bank-connector.ts';
import { addressOf, inboxPrefixOf, PROBE, PROFILES_SUBJECT_FORMER, profilesOf, serviceOf } from './bus-subjects.ts';
import { CALLERS, SANDBOX_OPERATIONS } from './callers.ts';
import { isService, type Participant } from './participants.ts';

/** The subjects that a participant may publish and subscribe to, and no others. It may also answer what it received. */
export interface BusPermissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

/**
 * How many messages may answer one request, and for how long: the reply, and signs of life every 0.4 s until the deadline
 * of the longest hop is over (decision 35).
 */
export const RESPONSES = { max: 64, expires: '20s' } as const;

/** Permissions of a participant on the bus. Sandbox operations are permitted in a sandbox only. */
export function busPermissions(
  participant: Participant,
  { sandbox = false }: { sandbox?: boolean } = {},
): BusPermissions {
  const rows = Object.entries(CALLERS).filter(([subject]) => sandbox || !SANDBOX_OPERATIONS.has(subject));
  const asked = rows.filter(([, callers]) => callers.includes(participant)).map(([subject]) => subject);
  const served = rows.map(([subject]) => subject).filter((subject) => serviceOf(subject) === participant);
  const probed = [...new Set(asked.map(serviceOf))].map((service) => addressOf(`${service}.${PROBE}`, '*'));
  const former = isService(participant) ? [PROFILES_SUBJECT_FORMER] : [];
  const said = isService(participant) ? [profilesOf(participant), ...former] : [];
  const heard = isService(participant) ? [profilesOf('*'), ...former] : [];
  const own = isService(participant) ? [addressOf(`${participant}.>`, '*')] : [];
  return {
    publish: [...asked.flatMap((subject) => [subject, addressOf(subject, '*')]), ...probed, ...said],
    subscribe: [...served, ...own, ...heard, `${inboxPrefixOf(participant)}.>`],
  };
}

/** Permissions of the NATS user of a bank connector that does not use the service kit: its operations and nothing else. */
export function connectorPermissions(): BusPermissions {
  const subjects = (told: boolean): string[] =>
    CONNECTOR_OPERATIONS.filter(({ way }) => (way === 'told') === told).map(({ operation }) => operation.subject);
  return { publish: subjects(true), subscribe: [...subjects(false), `${inboxPrefixOf('bank')}.>`] };
}
