import type { AspspProfile } from '@xs2a/contracts';

/** Date of display of an example, and the profile with its time zone. */
export interface ShownOn {
  readonly today: Date;
  readonly profile: Pick<AspspProfile, 'timeZone'>;
}

const DAY_MS = 86_400_000;

/** Date `YYYY-MM-DD` for examples, this many days after today in the bank's time zone, which may be a day ahead of UTC. */
export function dayFrom({ today, profile: { timeZone } }: ShownOn, ahead: number): string {
  const days = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  return days.format(new Date(today.getTime() + ahead * DAY_MS));
}
