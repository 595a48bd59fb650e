import { tppIdOf, workspaceOfPsu, workspaceOfTpp, Xs2aError } from '@xs2a/contracts';
import {
  currentContext,
  findContext,
  runInContext,
  storedCollection,
  type WorkOwner,
  type WorkScope,
  type WorkScopes,
} from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import { z } from 'zod';

const DAY_MS = 86_400_000;
/** Milliseconds that are kept for a day; without them the rest is left to the next attempt. */
const DAY_MS_MAX = 1_500;

/** How far the clock of one developer is ahead. A clock that goes with that of the service is not stored. */
const StoredClock = z.object({ _id: z.string(), daysAhead: z.int() });
type StoredClock = z.infer<typeof StoredClock>;
export const SANDBOX_CLOCKS = storedCollection('sandboxClocks', StoredClock);

/** Owner of the clock that decides: the TPP of a resource, or the PSU of an account, which only the bank knows. */
export type ClockOwner = 'tpp' | 'psu';

interface Names {
  readonly tpp?: { readonly id: string };
  readonly tppId?: string;
  readonly psu?: { readonly psuId?: string };
  readonly psuId?: string;
}

/** A scope with the id of the workspace as its name. */
export interface DeveloperClock extends WorkScope {
  /** In a job that follows the clock of the service: the workspaces whose clocks are ahead. */
  readonly others?: readonly string[];
}

/**
 * The clocks of developers (decision 102): what belongs to a developer's TPP is decided by a clock that may be days ahead. Which
 * one is in the context of the current work; `now` of the service follows it.
 */
export class Clocks implements WorkScopes {
  readonly #stored: Collection<StoredClock>;
  readonly #owner: ClockOwner;

  constructor(stored: Collection<StoredClock>, owner: ClockOwner) {
    this.#stored = stored;
    this.#owner = owner;
  }

  /** Answers a request by the clock of its developer. */
  async answer<T>(request: unknown, answer: () => T): Promise<Awaited<T>> {
    const { tpp, tppId = tpp?.id, psu, psuId = psu?.psuId } = request as Names;
    const named = this.#owner === 'tpp' && tppId !== undefined ? workspaceOfTpp(tppId) : undefined;
    const workspace = named ?? (psuId === undefined ? undefined : workspaceOfPsu(psuId));
    const { scope } = currentContext();
    // The bank books on its own accounts by its own clock, whoever pays from them.
    if (scope !== undefined && this.#owner === 'psu' && scope.name !== workspace) reset(scope);
    await this.follow(workspace);
    return await answer();
  }

  async enter({ tppId, psuId }: WorkOwner): Promise<void> {
    await this.follow(tppId === undefined ? workspaceOfPsu(psuId ?? '') : workspaceOfTpp(tppId));
  }

  /** From here on the current work follows the clock of a developer, unless it does already. */
  async follow(workspace: string | undefined): Promise<void> {
    const scope = findContext()?.scope;
    if (workspace === undefined || scope === undefined || scope.name !== undefined) return;
    const aheadMs = (await this.#readDays(workspace)) * DAY_MS;
    scope.name = workspace;
    scope.aheadMs = aheadMs;
  }

  /** Reads the clock that the current work follows again, because it has moved meanwhile. */
  async refresh(workspace: string): Promise<void> {
    const scope = findContext()?.scope;
    if (scope?.name === workspace) scope.aheadMs = (await this.#readDays(workspace)) * DAY_MS;
  }

  /** Runs work by the clock of a developer; without a workspace, by the clock that applies already. */
  async runBy<T>(workspace: string | undefined, work: () => Promise<T>): Promise<T> {
    const context = currentContext();
    if (workspace === undefined || context.scope?.name === workspace) return work();
    return runInContext({ ...context, scope: clockOf(workspace, await this.#readDays(workspace)) }, work);
  }

  /** Runs a job for what follows the clock of the service, then for each developer whose clock is ahead. */
  async runJob(job: () => Promise<unknown>): Promise<void> {
    const ahead = await this.#stored.find().toArray();
    const context = currentContext();
    const others = ahead.map(({ _id }) => _id);
    const rest = others.length === 0 ? {} : { others, tppId: { $nin: others.map(tppIdOf) } };
    await runInContext({ ...context, scope: { aheadMs: 0, ...rest } }, job);
    for (const { _id, daysAhead } of ahead) await runInContext({ ...context, scope: clockOf(_id, daysAhead) }, job);
  }

  /**
   * Lets the days pass one by one, and runs the daily work on each. May be repeated: what was interrupted continues with its
   * day. 0 days put the clock back.
   */
  async move(
    { workspace, daysAhead }: { workspace: string; daysAhead: number },
    runDaily: () => Promise<unknown>,
  ): Promise<{ daysAhead: number }> {
    if (daysAhead === 0) {
      await this.#stored.deleteOne({ _id: workspace });
      return { daysAhead };
    }
    const context = currentContext();
    for (let day = (await this.#readDays(workspace)) + 1; day <= daysAhead; day++) {
      if (Date.now() + DAY_MS_MAX > (context.deadline ?? Infinity)) throw new Xs2aError('serviceUnavailable');
      await runInContext({ ...context, scope: clockOf(workspace, day) }, runDaily);
      await this.#stored.updateOne({ _id: workspace }, { $max: { daysAhead: day } }, { upsert: true });
    }
    return { daysAhead };
  }

  async #readDays(workspace: string): Promise<number> {
    return (await this.#stored.findOne({ _id: workspace }))?.daysAhead ?? 0;
  }
}

function clockOf(workspace: string, days: number): DeveloperClock {
  return { name: workspace, aheadMs: days * DAY_MS, tppId: tppIdOf(workspace) };
}

function reset(scope: WorkScope): void {
  delete scope.name;
  scope.aheadMs = 0;
}
