import { presentContext } from '../context/request-context.ts';

const DAY_MS = 86_400_000;

/** Milliseconds by which the clock of the work at hand is ahead; 0 anywhere but in the sandbox of a developer. */
export function aheadMs(): number {
  return (presentContext()?.clock?.daysAhead ?? 0) * DAY_MS;
}

/** A moment of the clock of the work at hand, on the clock of the service: when something is sent, or stored, in truth. */
export function inTruth(moment: Date): Date {
  return new Date(moment.getTime() - aheadMs());
}

/** A true moment, on the clock that something was stored by. */
export function onClock(moment: Date, clock: { readonly daysAhead?: number | undefined } | undefined): Date {
  return new Date(moment.getTime() + (clock?.daysAhead ?? 0) * DAY_MS);
}
