import type { AspspProfile } from '@xs2a/contracts';

/** When an example is shown, and the profile whose days it must have. */
export interface ShownOn {
  readonly today: Date;
  readonly profile: Pick<AspspProfile, 'timeZone'>;
}

const DAY_MS = 86_400_000;

/** A day `YYYY-MM-DD` of the examples, so many days from today: the bank's day, which may be a day ahead of UTC. */
export function dayFrom({ today, profile: { timeZone } }: ShownOn, ahead: number): string {
  const days = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  return days.format(new Date(today.getTime() + ahead * DAY_MS));
}
