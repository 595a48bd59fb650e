/** What the kit provides to Nest classes by `@Inject(TOKEN)`. */
export const BUS = Symbol('BUS');
export const CLOCK = Symbol('CLOCK');
export const CONFIG = Symbol('CONFIG');
/** The result of the service's `createContext`. */
export const CONTEXT = Symbol('CONTEXT');
export const DATABASE = Symbol('DATABASE');
export const JOBS = Symbol('JOBS');
export const LOG = Symbol('LOG');
export const METRICS = Symbol('METRICS');
export const OUTBOX = Symbol('OUTBOX');
export const PROFILE = Symbol('PROFILE');
