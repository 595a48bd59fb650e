/** Maximum number of repetitions of a request treated as lost responses; each further one is an access (decision 18). */
export const REPEATS_MAX = 20;
