import { EXTERNAL } from './external-boundaries.ts';
import { INTERNAL } from './internal-boundaries.ts';
import { PEOPLE_AND_SUPPLIERS } from './people-and-suppliers.ts';
import type { Boundary } from './threat.ts';

/** All trust boundaries with their threats. */
export const BOUNDARIES: readonly Boundary[] = [...EXTERNAL, ...INTERNAL, ...PEOPLE_AND_SUPPLIERS];
