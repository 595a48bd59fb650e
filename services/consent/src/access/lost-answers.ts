/** A request that comes again so soon belongs to the access that was counted for it: its answer was lost (decision 18). */
export const REPEATED_WITHIN_MS = 120_000;
export const REPEATS_MAX = 20;
