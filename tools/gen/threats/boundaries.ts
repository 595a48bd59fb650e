import { AROUND } from './around.ts';
import { FROM_OUTSIDE } from './from-outside.ts';
import { INSIDE } from './inside.ts';
import type { Boundary } from './threat.ts';

/** All trust boundaries with their threats. */
export const BOUNDARIES: readonly Boundary[] = [...FROM_OUTSIDE, ...INSIDE, ...AROUND];
