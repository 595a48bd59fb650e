import { setTimeout as after } from 'node:timers/promises';
import type { ToxicProxy } from '@xs2a/test-kit';
import type { Journal } from '../journal/journal.ts';
import type { PlannedFault } from './plan.ts';

/** A process that can be killed, halted and started again. */
export interface Target {
  readonly name: string;
  kill(): Promise<void>;
  restart(): Promise<void>;
  pause(): Promise<void>;
  resume(): Promise<void>;
}

/** A system that a campaign breaks. */
export interface Breakable {
  /** Returns the current target of that name; for a replicated one, the member whose loss has the largest effect, or one of several. */
  target(name: string): Promise<Target>;
  /** Returns the proxies of a link such as `sca-mongod`, or of `all-mongod`. */
  links(name: string): readonly ToxicProxy[];
  stepDown(): Promise<void>;
  /** Returns the proxy that can cut the primary off from clients and from the other members. */
  primaryProxy(): Promise<ToxicProxy>;
  /** Fills the disk of mongod, and frees it again. */
  fillDisk(): Promise<void>;
  emptyDisk(): Promise<void>;
  ready(): Promise<void>;
}

export interface FaultsOptions {
  readonly journal: Journal;
  readonly say: (line: string) => void;
  /** No further fault begins once it is aborted. */
  readonly stop: AbortSignal;
}

/** Injects the faults one after the other; the journal records the begin and end of each, and when all are ready again. */
export async function doFaults(
  system: Breakable,
  plan: readonly PlannedFault[],
  { journal, say, stop }: FaultsOptions,
): Promise<number> {
  let done = 0;
  for (const fault of plan) {
    if (stop.aborted) break;
    await after(fault.restMs);
    const begunAt = Date.now();
    const end = (): void => journal.fault(asLogged, 'ends');
    const asLogged = { id: fault.id, kind: fault.what ?? fault.kind, target: fault.target };
    journal.fault(asLogged, 'begins');
    await DO[fault.kind](system, fault, end);
    await system.ready();
    journal.fault(asLogged, 'recovered');
    done++;
    say(`${fault.id} ${asLogged.kind} ${fault.target}: all ready after ${Date.now() - begunAt} ms`);
  }
  return done;
}

type Do = (system: Breakable, fault: PlannedFault, end: () => void) => Promise<void>;

const DO: Readonly<Record<PlannedFault['kind'], Do>> = {
  kill: async (system, { target: name }, end) => {
    const target = await system.target(name);
    await target.kill();
    end();
    await target.restart();
  },
  pause: async (system, { target: name, lastsMs }, end) => {
    const target = await system.target(name);
    await target.pause();
    await after(lastsMs);
    await target.resume();
    end();
  },
  toxic: async (system, { target, toxic, lastsMs }, end) => {
    const links = system.links(target);
    if (toxic !== undefined) await Promise.all(links.map((link) => link.poison(toxic)));
    await after(lastsMs);
    await Promise.all(links.map((link) => link.cure()));
    end();
  },
  'step-down': async (system, _, end) => {
    await system.stepDown();
    end();
  },
  'disk-full': async (system, { target: name, lastsMs }, end) => {
    await system.fillDisk();
    await after(lastsMs);
    await system.emptyDisk();
    end();
    // mongod exits when it cannot write its journal, and is restarted as by a platform.
    const target = await system.target(name);
    await target.restart();
  },
  partition: async (system, { lastsMs }, end) => {
    const proxy = await system.primaryProxy();
    await proxy.poison({ type: 'timeout', attributes: { timeout: 0 } });
    await after(lastsMs);
    await proxy.cure();
    end();
  },
};
