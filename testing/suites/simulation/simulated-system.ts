import { service as bank } from '@xs2a/bank';
import { service as consent } from '@xs2a/consent';
import type { Operation } from '@xs2a/contracts';
import * as operations from '@xs2a/contracts';
import { service as payments } from '@xs2a/payments';
import { service as sca } from '@xs2a/sca';
import {
  createKit,
  type Database,
  HttpListeners,
  type Kit,
  KitConfig,
  type Log,
  loadProfile,
  type Metrics,
  OutboxSender,
  readConfig,
  readKeysFolder,
  type Service,
} from '@xs2a/service-kit';
import { testKeysFolder } from '@xs2a/test-kit';
import type { Faults } from './faults.ts';
import { SimulatedBus } from './simulated-bus.ts';
import { simulatedDatabase } from './simulated-database.ts';
import { type Life, type World } from './world.ts';

const LINK_KEYS = readKeysFolder(testKeysFolder());

type AnyService = Service<never, never>;
/** The services whose real use cases run in the simulation. */
export const SIMULATED = { payments, consent, sca, bank } as unknown as Record<SimulatedName, AnyService>;
export type SimulatedName = 'payments' | 'consent' | 'sca' | 'bank';
const NAMES = Object.keys(SIMULATED) as SimulatedName[];

const REPLICAS = 2;
/** The bank loads its sandbox data at start, which takes seconds: a simulation has its own. */
const SETTINGS = {
  SANDBOX: 'true',
  PROFILE: process.env['PROFILE'] ?? 'hr-full',
  LOG_LEVEL: 'silent',
  MONGO_URL: 'mongodb://unused',
  NATS_URL: 'nats://unused',
};

/** Databases and metrics shared by all runs, as creating them takes longer than a run. */
export interface Foundation {
  readonly databases: Record<SimulatedName, Database>;
  readonly metrics: Record<SimulatedName, Metrics>;
  readonly log: Log;
  /** Collections that a run has written to. */
  readonly written: Set<string>;
}

/** The profile of every replica: a preset, or a file (`PROFILE`). */
const PROFILE = loadProfile(SETTINGS.PROFILE);
const page = PROFILE.methodsBeforeApproach.find(({ scaApproach }) => scaApproach === 'REDIRECT');
/** Body of a start: if the approach depends on a method, the TPP picks the page of the bank. */
export const PICK =
  page === undefined
    ? {}
    : { input: { kind: 'methodSelection' as const, authenticationMethodId: page.authenticationMethodId } };

interface Replica {
  readonly life: Life;
  readonly service: SimulatedName;
  readonly jobs: readonly (() => Promise<unknown>)[];
}

/** Two replicas of each service on one bus. Each can crash at any moment and restart on its database. */
export class SimulatedSystem {
  readonly world: World;
  readonly bus: SimulatedBus;
  readonly #faults: Faults;
  readonly #foundation: Foundation;
  readonly #replicas: Replica[] = [];
  #lives = 0;

  constructor(world: World, faults: Faults, foundation: Foundation) {
    this.world = world;
    this.bus = new SimulatedBus(world, faults);
    this.#faults = faults;
    this.#foundation = foundation;
  }

  async start(): Promise<void> {
    this.#serveStandIns();
    for (const name of NAMES) for (let number = 0; number < REPLICAS; number++) await this.#startReplica(name);
  }

  /** Crashes a replica in the middle of its work. It restarts after a while. */
  crashOne(backAfterMs: number): void {
    const alive = this.#replicas.filter(({ life }) => life.isAlive);
    if (alive.length === 0) return;
    const { life, service } = this.world.random.pick(alive);
    life.isAlive = false;
    this.world.schedule(`${service} starts again`, backAfterMs, () => this.#startReplica(service));
  }

  /** Runs one job or sweep of a random replica. */
  runSomeJob(): void {
    const alive = this.#replicas.filter(({ life }) => life.isAlive);
    if (alive.length === 0) return;
    const { life, jobs } = this.world.random.pick(alive);
    this.world.start(life, this.world.random.pick(jobs));
  }

  /** Runs every job and sweep of every service once, until all have ended. */
  async runAllJobs(): Promise<void> {
    for (const name of NAMES) {
      const replica = this.#replicas.find(({ life, service }) => life.isAlive && service === name);
      if (replica === undefined) throw new Error(`no replica of ${name} is alive`);
      for (const job of replica.jobs) {
        await new Promise<void>((resolve) => {
          this.world.start(replica.life, () =>
            job().then(
              () => resolve(),
              () => resolve(),
            ),
          );
        });
      }
    }
  }

  async #startReplica(name: SimulatedName): Promise<void> {
    const life: Life = { name: `${name}-${++this.#lives}`, isAlive: true };
    const service = SIMULATED[name];
    const kit = this.#kitOf(name, service);
    const context: never = await this.world.direct(life, async () => service.createContext(kit as never));
    for (const { operation, run } of service.handlers ?? []) {
      if (STAND_INS.has(operation.subject)) continue;
      this.bus.receive({ life, operation, answer: (request) => run(context, request as never) });
    }
    const jobs = (service.jobs ?? [])
      .filter((job) => !LEFT_OUT.has(job.name))
      .map(
        ({ run }) =>
          async () =>
            run(context),
      );
    this.#replicas.push({ life, service: name, jobs: [() => kit.outbox.sweep(), ...jobs] });
  }

  #kitOf(name: SimulatedName, service: AnyService): Kit {
    const config = readConfig(KitConfig.extend((service.config as { shape: object }).shape), SETTINGS);
    const { log, written } = this.#foundation;
    const metrics = this.#foundation.metrics[name];
    const database = simulatedDatabase(this.#foundation.databases[name], this.#faults, written);
    const [bus, now] = [this.bus.asBus(), this.world.now];
    const outbox = new OutboxSender({ bus, database, now, log, metrics });
    const listeners = new HttpListeners();
    const remark = (): void => undefined;
    const parts = {
      config: config as never,
      profile: PROFILE,
      log,
      metrics,
      tracing: undefined,
      bus,
      // Nothing is signed, sealed or deduplicated here; owners create links with their keys.
      keys: name === 'sca' ? undefined : LINK_KEYS,
      // All replicas have this version.
      peers: { allCan: () => true, onChange: () => undefined },
      now,
      enterScope: () => Promise.resolve(),
      listeners,
      remark,
    };
    return createKit(parts, { database, outbox, jobs: undefined as never });
  }

  #serveStandIns(): void {
    const life: Life = { name: 'stand-in', isAlive: true };
    for (const [operation, reply] of STAND_INS.values()) this.bus.receive({ life, operation, answer: () => reply });
  }
}

/** Jobs that need parts missing in the simulation: the accounts service, the history of the sandbox. */
const LEFT_OUT = new Set(['feedAccounts', 'bookPendingEntries']);

/** Stand-ins for operations that take too long for thousands of runs (password hashing), or are not under test (accounts). */
const STAND_INS = new Map<string, readonly [Operation, unknown]>(
  (
    [
      [operations.verifyPassword, { verified: true }],
      [operations.putAccounts, { stored: 1 }],
      [operations.putBalances, { stored: 1 }],
      [operations.putTransactions, { stored: 1 }],
      [operations.putStandingOrders, { stored: 1 }],
    ] as const
  ).map((row) => [row[0].subject, row]),
);
