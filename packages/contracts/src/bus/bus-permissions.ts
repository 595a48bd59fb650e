import { CONNECTOR_OPERATIONS } from '../operations/connector/bank-connector.ts';
import { addressOf, inboxPrefixOf, PROBE, PROFILES_SUBJECT_FORMER, profilesOf, serviceOf } from './bus-subjects.ts';
import { CALLERS, SANDBOX_OPERATIONS } from './callers.ts';
import { isService, type Participant } from './participants.ts';

/** Subjects that a participant may publish to and subscribe to. It may also reply to received messages. */
export interface BusPermissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

/**
 * Maximum number of replies to one request, and their period: the reply, and heartbeats every 0.4 s until the deadline of the
 * longest hop (decision 35).
 */
export const RESPONSES = { max: 64, expires: '20s' } as const;

/** Permissions of a participant on the bus. Sandbox operations are only permitted in a sandbox. */
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

/** Permissions of the NATS user of a bank connector without the service kit: only its operations. */
export function connectorPermissions(): BusPermissions {
  const subjects = (told: boolean): string[] =>
    CONNECTOR_OPERATIONS.filter(({ way }) => (way === 'told') === told).map(({ operation }) => operation.subject);
  return { publish: subjects(true), subscribe: [...subjects(false), `${inboxPrefixOf('bank')}.>`] };
}
