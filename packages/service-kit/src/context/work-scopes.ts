import { findContext, type WorkScope } from './request-context.ts';

/** Whom work is for. The TPP decides if there is one. */
export interface WorkOwner {
  readonly tppId?: string | undefined;
  readonly psuId?: string | undefined;
}

/**
 * Divides the work of a service into parts, each with a time and documents of its own: a program may give them to a service
 * (`Service.scopes`). By itself a service has none, and its time is that of its clock.
 */
export interface WorkScopes {
  /** Moves the current work to the part of its owner, unless it is in one already. */
  enter(owner: WorkOwner): Promise<void>;
  /** Answers a request in the part to which it belongs. */
  answer<T>(request: unknown, answer: () => T): Promise<Awaited<T>>;
  /** Runs a job in every part. */
  runJob(job: () => Promise<unknown>): Promise<void>;
}

/** Returns the condition of a job on documents with a TPP, so that it processes those of its part alone. */
export function matchScope(): Pick<WorkScope, 'tppId'> {
  const tppId = findContext()?.scope?.tppId;
  return tppId === undefined ? {} : { tppId };
}

/** Converts a moment of the clock of the service to the time of a part; without one it stays as it is. */
export function toScopeTime(moment: Date, scope: Pick<WorkScope, 'aheadMs'> | undefined): Date {
  return scope === undefined ? moment : new Date(moment.getTime() + scope.aheadMs);
}

/** Converts a moment in the part of the current work to the clock of the service, which others have too. */
export function toServiceTime(moment: Date): Date {
  const { aheadMs = 0 } = findContext()?.scope ?? {};
  return new Date(moment.getTime() - aheadMs);
}
