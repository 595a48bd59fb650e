import { setTimeout as after } from 'node:timers/promises';
import type { SystemService } from '@xs2a/test-system/start/prepare-system';
import type { Journal } from '../crash/journal/journal.ts';
import type { Fleet } from './fleet.ts';

/** Milliseconds of load between two changes, so that a late effect is assigned to its cause. */
const REST_MS = 1_500;

/** A change of the replicas of one service. */
export interface Change {
  readonly id: string;
  readonly name: SystemService;
  readonly what: 'restart' | 'scale 1, 3, 1' | 'to previous' | 'to present';
}

/** Makes a change as a platform does: new replicas are ready before any old one is asked to end. */
export async function doChange(fleet: Fleet, { id, name, what }: Change, journal: Journal): Promise<void> {
  const fault = { id, kind: what, target: name };
  await after(REST_MS);
  journal.fault(fault, 'begins');
  const old = fleet.running(name);
  const count = what === 'scale 1, 3, 1' ? 2 : old.length;
  for (let started = 0; started < count; started++) {
    await fleet.start(name, what === 'to previous');
    await after(REST_MS);
    if (what !== 'scale 1, 3, 1') await stopFirst(fleet, name);
  }
  // The oldest leave, as all others know their addresses.
  if (what === 'scale 1, 3, 1') for (let ended = 0; ended < count; ended++) await stopFirst(fleet, name);
  journal.fault(fault, 'ends');
  await after(REST_MS);
  journal.fault(fault, 'recovered');
}

async function stopFirst(fleet: Fleet, name: SystemService): Promise<void> {
  const [first] = fleet.running(name);
  if (first !== undefined) await fleet.stop(first);
}
