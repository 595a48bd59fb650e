/** Repetitions of one request that are taken for a lost answer; each further one is an access (decision 18). */
export const REPEATS_MAX = 20;
