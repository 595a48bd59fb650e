import { tppIdOf, workspaceOfPsu, workspaceOfTpp, Xs2aError } from '@xs2a/contracts';
import type { Collection } from 'mongodb';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { currentContext, presentContext, runInContext } from '../context/request-context.ts';
import { storedCollection } from '../storage/stored-collection.ts';
import { aheadMs } from './shifted-time.ts';

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

/** Documents of one clock, as a condition on their `tppId`. */
type OfTpp = { readonly tppId?: string | { readonly $nin: string[] } };

/**
 * The clocks of developers, in a sandbox alone (decision 102): what belongs to a developer's TPP is decided by a clock that may be
 * days ahead. Which one is in the context of the work at hand; `now` of the service follows it.
 */
export class Clocks {
  readonly #stored: Collection<StoredClock>;
  readonly #truth: Clock;
  readonly #owner: ClockOwner;
  #jobs: readonly (() => Promise<unknown>)[] = [];

  constructor(stored: Collection<StoredClock>, truth: Clock, owner: ClockOwner) {
    this.#stored = stored;
    this.#truth = truth;
    this.#owner = owner;
  }

  readonly now: Clock = () => new Date(this.#truth().getTime() + aheadMs());

  /** Sets the jobs that run on each day that passes. */
  runsDaily(jobs: readonly (() => Promise<unknown>)[]): void {
    this.#jobs = jobs;
  }

  /** Answers a request by the clock of its developer. */
  async during<T>(request: unknown, answer: () => T): Promise<Awaited<T>> {
    const { tpp, tppId = tpp?.id, psu, psuId = psu?.psuId } = request as Names;
    const named = this.#owner === 'tpp' && tppId !== undefined ? workspaceOfTpp(tppId) : undefined;
    const workspace = named ?? (psuId === undefined ? undefined : workspaceOfPsu(psuId));
    const { clock } = currentContext();
    // The bank books on its own accounts by its own clock, whoever pays from them.
    if (clock !== undefined && this.#owner === 'psu' && clock.workspace !== workspace) reset(clock);
    await this.follow(workspace);
    return await answer();
  }

  /** From here on the work at hand goes by the clock of a developer, unless it does already. */
  async follow(workspace: string | undefined): Promise<void> {
    const clock = presentContext()?.clock;
    if (workspace === undefined || clock === undefined || clock.workspace !== undefined) return;
    const daysAhead = await this.#read(workspace);
    clock.workspace = workspace;
    clock.daysAhead = daysAhead;
  }

  /** The clock of the work at hand has moved meanwhile. */
  async refresh(workspace: string): Promise<void> {
    const clock = presentContext()?.clock;
    if (clock?.workspace === workspace) clock.daysAhead = await this.#read(workspace);
  }

  /** Does something by the clock of a developer; by that of the service where there is none. */
  async by<T>(workspace: string | undefined, work: () => Promise<T>): Promise<T> {
    const context = currentContext();
    if (workspace === undefined || context.clock?.workspace === workspace) return work();
    return runInContext({ ...context, clock: { workspace, daysAhead: await this.#read(workspace) } }, work);
  }

  /** Runs a job for what goes by the clock of the service, then for each developer whose clock is ahead. */
  async forEach(job: () => Promise<unknown>): Promise<void> {
    const ahead = await this.#stored.find().toArray();
    const context = currentContext();
    const others = ahead.map(({ _id }) => _id);
    await runInContext({ ...context, clock: { daysAhead: 0, others } }, job);
    for (const { _id: workspace, daysAhead } of ahead) {
      await runInContext({ ...context, clock: { workspace, daysAhead } }, job);
    }
  }

  /**
   * Lets the days pass one by one, with all that is due on each. May be repeated: what was interrupted goes on where it stood.
   * 0 days put the clock back.
   */
  async move({ workspace, daysAhead }: { workspace: string; daysAhead: number }): Promise<{ daysAhead: number }> {
    if (daysAhead === 0) {
      await this.#stored.deleteOne({ _id: workspace });
      return { daysAhead };
    }
    const context = currentContext();
    for (let day = (await this.#read(workspace)) + 1; day <= daysAhead; day++) {
      if (Date.now() + DAY_MS_MAX > (context.deadline ?? Infinity)) throw new Xs2aError('serviceUnavailable');
      await runInContext({ ...context, clock: { workspace, daysAhead: day } }, async () => {
        for (const job of this.#jobs) await job();
      });
      await this.#stored.updateOne({ _id: workspace }, { $max: { daysAhead: day } }, { upsert: true });
    }
    return { daysAhead };
  }

  async #read(workspace: string): Promise<number> {
    return (await this.#stored.findOne({ _id: workspace }))?.daysAhead ?? 0;
  }
}

function reset(clock: { workspace?: string; daysAhead: number }): void {
  delete clock.workspace;
  clock.daysAhead = 0;
}

/** Whether time may pass for one developer alone. Never in production. */
export function hasClocks({ clockOf }: { readonly clockOf?: ClockOwner }, config: object): boolean {
  return clockOf !== undefined && (config as { SANDBOX?: unknown }).SANDBOX === 'true';
}

/** Condition of a job on documents with a TPP: those of the developer whose clock it follows, or of developers whose clock is not ahead. */
export function ofThisClock(): OfTpp {
  const clock = presentContext()?.clock;
  if (clock?.workspace !== undefined) return { tppId: tppIdOf(clock.workspace) };
  return clock?.others === undefined || clock.others.length === 0 ? {} : { tppId: { $nin: clock.others.map(tppIdOf) } };
}

/** The use case of an operation that moves a clock. Production has none. */
export async function moveClock(
  { clocks }: { readonly clocks?: Clocks | undefined },
  request: { workspace: string; daysAhead: number },
): Promise<{ daysAhead: number }> {
  if (clocks === undefined) throw new Xs2aError('serviceUnavailable');
  return clocks.move(request);
}
