import { freePort, mongod, natsServer } from '@xs2a/test-kit';
import { eventually } from '@xs2a/test-system/eventually';
import { type Backend, balance } from '@xs2a/test-system/start/balancer';
import { SERVICES, type SystemService } from '@xs2a/test-system/start/prepare-system';
import { ServiceProcess } from '@xs2a/test-system/start/service-process';

const FED_MS_MAX = 180_000;
const START_MS_MAX = 180_000;
/** Longer than the balancer takes to notice that a replica is not ready. */
const DRAIN_SECONDS = '3';

/** A replica and its version. */
interface Replica {
  readonly name: SystemService;
  readonly process: ServiceProcess;
  readonly isPrevious: boolean;
}

/** Services that are started and stopped replica by replica, as by a platform, with a balancer in front of gateway and portal. */
export interface Fleet extends AsyncDisposable {
  readonly gatewayUrl: string;
  readonly portalUrl: string;
  readonly mongoUrl: string;
  /** Every replica that was ever started, for its log. */
  readonly started: readonly Replica[];
  running(name: SystemService): readonly Replica[];
  /** Starts a replica of the present or the previous build and waits until it is ready. */
  start(name: SystemService, isPrevious?: boolean): Promise<Replica>;
  /** Asks a replica to end, and waits for it. */
  stop(replica: Replica): Promise<void>;
}

type Door = Backend & { readonly process: ServiceProcess };

/** The running replicas by service, including gateways and portals behind the balancer. */
class Replicas {
  readonly started: Replica[] = [];
  readonly doors: Readonly<Record<string, Door[]>> = { gateway: [], portal: [] };
  readonly #running = new Map<SystemService, Replica[]>(SERVICES.map((name) => [name, []]));
  readonly #env: NodeJS.ProcessEnv;
  readonly #previousRoot: string | undefined;

  constructor(env: NodeJS.ProcessEnv, previousRoot: string | undefined) {
    this.#env = env;
    this.#previousRoot = previousRoot;
  }

  running(name: SystemService): Replica[] {
    return this.#running.get(name) ?? [];
  }

  async start(name: SystemService, isPrevious = false): Promise<Replica> {
    if (isPrevious && this.#previousRoot === undefined) throw new Error('there is no previous build');
    const port = await freePort();
    const env = { ...this.#env, GATEWAY_PORT: String(port), PORTAL_PORT: String(port) };
    const process = await ServiceProcess.prepare(name, env, isPrevious ? this.#previousRoot : undefined);
    const replica = { name, process, isPrevious };
    process.start();
    this.started.push(replica);
    await process.ready(START_MS_MAX);
    this.running(name).push(replica);
    const isReady = (withinMs: number): Promise<boolean> => process.isReady(withinMs);
    // Nothing hangs here: a slow replica on a loaded machine is not killed.
    const isAlive = (): Promise<boolean> => Promise.resolve(true);
    this.doors[name]?.push({ port, process, isReady, isAlive });
    return replica;
  }

  async stop({ name, process }: Replica): Promise<void> {
    await process.stop();
    for (const list of [this.running(name), this.doors[name] ?? []]) {
      const index = list.findIndex((one) => one.process === process);
      if (index >= 0) list.splice(index, 1);
    }
  }
}

/** Starts one replica of each service on one nats-server and one mongod. `previousRoot` is the folder of the previous version's build. */
export async function startFleet(previousRoot?: string): Promise<Fleet> {
  await using opened = new AsyncDisposableStack();
  const [nats, mongo] = [opened.use(await natsServer()), opened.use(await mongod())];
  const [gatewayPort, portalPort] = [await freePort(), await freePort()];
  const env = {
    NATS_URL: nats.url,
    MONGO_URL: mongo.url,
    PORTAL_URL: `http://localhost:${portalPort}`,
    SANDBOX: 'true',
    NOTIFICATION_PERMITTED_HOSTS: `localhost:${portalPort}`,
    LOG_LEVEL: 'warn',
    DRAIN_SECONDS,
  };
  const replicas = new Replicas(env, previousRoot);
  opened.defer(async () => void (await Promise.all(replicas.started.map(({ process }) => process.stop()))));
  for (const name of SERVICES) await replicas.start(name);
  opened.use(await balance(replicas.doors['gateway'] ?? [], gatewayPort));
  opened.use(await balance(replicas.doors['portal'] ?? [], portalPort));
  await eventually(
    () => Promise.all(replicas.running('bank').map(({ process }) => process.metric('xs2a_bank_accounts_behind'))),
    (behind) => behind.includes(0),
    FED_MS_MAX,
  );
  const everything = opened.move();
  return {
    gatewayUrl: `http://localhost:${gatewayPort}`,
    portalUrl: `http://localhost:${portalPort}`,
    mongoUrl: mongo.url,
    started: replicas.started,
    running: (name) => [...replicas.running(name)],
    start: (name, isPrevious) => replicas.start(name, isPrevious),
    stop: (replica) => replicas.stop(replica),
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}
