import type { Log } from './log.ts';

const CHECK_EVERY_MS = 250;
/** Milliseconds within which a connection is made even on a loaded machine. A service that waits longer for its first one logs it. */
const FIRST_MS_MAX = 1_000;
const SAY_EVERY_MS = 10_000;

/** A server that a service depends on. */
export class Dependency {
  readonly name: 'bus' | 'database';
  /** Address of the server, without credentials. */
  readonly address: string;
  /** Cause of the last failed connection attempt, as a code: ECONNREFUSED. */
  reason: string | undefined;
  #check: (() => boolean) | undefined;

  constructor(name: Dependency['name'], address: string) {
    this.name = name;
    this.address = address;
  }

  /** The connection was made; from now on `look` returns whether the server is available. */
  found(look: () => boolean): void {
    this.#check = look;
    this.reason = undefined;
  }

  get wasFound(): boolean {
    return this.#check !== undefined;
  }

  get isThere(): boolean {
    return this.#check?.() ?? false;
  }

  /** Text for the log and `/readyz`. */
  get text(): string {
    return `${this.name} is away: ${this.address}${this.reason === undefined ? '' : ` (${this.reason})`}`;
  }
}

interface Absence {
  readonly since: number;
  saidAt: number | undefined;
}

/** Logs an unavailable server: at once, every ten seconds, and when it is back. */
export class DependencyWatch {
  readonly #dependencies: readonly Dependency[];
  readonly #log: Pick<Log, 'warn' | 'info'>;
  readonly #absences = new Map<Dependency, Absence>();
  readonly #timer: NodeJS.Timeout;

  constructor(dependencies: readonly Dependency[], log: Pick<Log, 'warn' | 'info'>) {
    this.#dependencies = dependencies;
    this.#log = log;
    this.#timer = setInterval(() => this.#check(), CHECK_EVERY_MS).unref();
    this.#check();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    for (const one of this.#dependencies) {
      if (one.isThere) this.#wasFound(one);
      else this.#isAway(one);
    }
  }

  #isAway(one: Dependency): void {
    const now = performance.now();
    const absence = this.#absences.get(one) ?? { since: now, saidAt: undefined };
    this.#absences.set(one, absence);
    const { since, saidAt } = absence;
    const isDue = saidAt === undefined ? one.wasFound || now - since >= FIRST_MS_MAX : now - saidAt >= SAY_EVERY_MS;
    if (!isDue) return;
    absence.saidAt = now;
    const { name: dependency, address, reason } = one;
    const fields = { event: 'waiting', dependency, address, ms: Math.round(now - since), reason };
    this.#log.warn(fields, `waits: the ${one.text}`);
  }

  #wasFound(one: Dependency): void {
    const absence = this.#absences.get(one);
    this.#absences.delete(one);
    if (absence?.saidAt === undefined) return;
    const { name: dependency, address } = one;
    const ms = Math.round(performance.now() - absence.since);
    this.#log.info({ event: 'connected', dependency, address, ms }, `the ${dependency} is there: ${address}`);
  }
}
