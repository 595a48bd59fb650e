/** Subject on which the instances of a service announce their profile. Only they may publish there, and all services listen. */
export function profilesOf(service: string): string {
  return `${PROFILES_SUBJECT_FORMER}.${service}`;
}

/** Former subject of these announcements, for all services. Unused; permitted until earlier versions are gone. */
export const PROFILES_SUBJECT_FORMER = 'xs2a.profiles';

/** Name of the probe that every replica answers at its own address, before any work. */
export const PROBE = 'probe';

/** Subject at which one replica serves an operation: `payments.readPayment` becomes `payments.at.<replica>.readPayment`. */
export function addressOf(subject: string, replica: string): string {
  const dot = subject.indexOf('.');
  return `${subject.slice(0, dot)}.at.${replica}${subject.slice(dot)}`;
}

/** The service that answers an operation. */
export function serviceOf(subject: string): string {
  return subject.slice(0, subject.indexOf('.'));
}

/** Prefix of the reply subjects of a participant. No other participant may subscribe to them. */
export function inboxPrefixOf(participant: string): string {
  return `_INBOX_${participant}`;
}
