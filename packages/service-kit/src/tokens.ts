import { Inject } from '@nestjs/common';
import type { StoredCollection } from './stored-collection.ts';

/** What the kit offers to a service's classes, by `@Inject(TOKEN)`. */
export const BUS = Symbol('BUS');
export const CLOCK = Symbol('CLOCK');
export const CONFIG = Symbol('CONFIG');
/** What the service's `createContext` made. */
export const CONTEXT = Symbol('CONTEXT');
export const DATABASE = Symbol('DATABASE');
export const JOBS = Symbol('JOBS');
export const LOG = Symbol('LOG');
export const METRICS = Symbol('METRICS');
export const OUTBOX = Symbol('OUTBOX');
export const PROFILE = Symbol('PROFILE');

/** Injects the `Collection` of a stored document. */
export function InjectCollection(stored: Pick<StoredCollection, 'token'>): ParameterDecorator & PropertyDecorator {
  return Inject(stored.token);
}
