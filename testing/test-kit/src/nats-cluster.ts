import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findServer } from './find-server.ts';
import { isNatsListening, MAX_PAYLOAD_BYTES, withAuthorization } from './nats-server.ts';
import type { ClusterMember } from './replica-set.ts';
import { controlsOf, freePort, LocalServer } from './test-server.ts';

/** Several nats-servers that forward messages to each other. The url lists all of them. */
export interface NatsCluster extends AsyncDisposable {
  readonly url: string;
  readonly members: readonly ClusterMember[];
}

interface NatsClusterOptions {
  readonly members?: number;
  /** Added to the configuration file of each member. */
  readonly config?: string;
  /** Added to the `cluster` part of it. */
  readonly clusterConfig?: string;
  /** The address by which clients reach a port, for example that of a proxy before it. */
  readonly advertise?: (port: number) => Promise<string>;
}

/** Starts real nats-servers on this machine as a cluster with routes between all members. */
export async function natsCluster(options: NatsClusterOptions = {}): Promise<NatsCluster> {
  const { members: count = 3, config = '', clusterConfig = '' } = options;
  const routePorts = await Promise.all(Array.from({ length: count }, freePort));
  const routes = routePorts.map((port) => `nats://127.0.0.1:${port}`).join(', ');
  const members = await Promise.all(
    routePorts.map((routePort, index) => {
      const name = `nats-${index + 1}`;
      const cluster = `name: xs2a, listen: "127.0.0.1:${routePort}", routes: [${routes}]\n${clusterConfig}`;
      return startMember(name, `server_name: ${name}\ncluster { ${cluster} }\n${withAuthorization(config)}\n`);
    }),
  );
  const { advertise = async (port: number) => `127.0.0.1:${port}` } = options;
  const hosts = await Promise.all(members.map(({ port }) => advertise(port)));
  return {
    url: hosts.map((host) => `nats://${host}`).join(','),
    members,
    [Symbol.asyncDispose]: async () => {
      await Promise.all(members.map((member) => member[Symbol.asyncDispose]()));
    },
  };
}

/** A client that hangs is disconnected in seconds, as in production (decision 35). */
const REMOVE_HANGING = 'ping_interval: "2s"\nping_max: 2';

async function startMember(name: string, config: string): Promise<ClusterMember & { port: number }> {
  const [port, folder] = [await freePort(), await mkdtemp(join(tmpdir(), 'xs2a-nats-'))];
  const file = join(folder, 'nats.conf');
  await writeFile(file, `listen: "127.0.0.1:${port}"\nmax_payload: ${MAX_PAYLOAD_BYTES}\n${REMOVE_HANGING}\n${config}`);
  const server = new LocalServer(findServer('nats-server'), folder);
  const start = async (): Promise<void> => {
    await server.start(['--config', file], () => isNatsListening(port));
  };
  await start();
  return {
    name,
    port,
    url: `nats://127.0.0.1:${port}`,
    ...controlsOf(server),
    restart: async () => {
      await server.stop();
      await start();
    },
    [Symbol.asyncDispose]: async () => {
      await server.stop('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
