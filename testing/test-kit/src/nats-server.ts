import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dockerAnswers, inContainer } from './container.ts';
import { findServer } from './find-server.ts';
import { testAuthorization } from './identity/identities.ts';
import { controlsOf, freePort, LocalServer, type TestServer } from './test-server.ts';

/** Bytes of one message, as in every run mode: a bulk of 10,000 transactions fits. */
export const MAX_PAYLOAD_BYTES = 8 * 1024 * 1024;
const PROBE_MS_MAX = 1_000;
const IMAGE = 'nats:2.12-alpine';

/**
 * Starts a real nats-server on a free port, with the permissions of production. `config` is added to its configuration file; its
 * users, if any, are the only ones.
 */
export async function natsServer(options: { config?: string } = {}): Promise<TestServer> {
  const config = `max_payload: ${MAX_PAYLOAD_BYTES}\n${withAuthorization(options.config)}\n`;
  const contained = (await dockerAnswers()) ? await natsContainer(config) : undefined;
  return contained ?? (await localNats(config));
}

/** Returns a configuration with the permissions of production, unless it has others. */
export function withAuthorization(config = ''): string {
  return config.includes('authorization') ? config : `${config}\n${testAuthorization()}`;
}

async function localNats(config: string): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'xs2a-nats-'));
  const file = join(folder, 'nats.conf');
  await writeFile(file, config);
  const server = new LocalServer(findServer('nats-server'), folder);
  const common = ['--config', file, '--addr', '127.0.0.1'];
  const port = await server.start([...common, '--port', '-1', '--ports_file_dir', folder], () => chosenPort(folder));
  return {
    url: `nats://127.0.0.1:${port}`,
    ...controlsOf(server),
    restart: async () => {
      await server.stop();
      await server.start([...common, '--port', String(port)], () => isNatsListening(port));
    },
    [Symbol.asyncDispose]: async () => {
      await server.stop('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function natsContainer(config: string): Promise<TestServer | undefined> {
  const port = await freePort();
  const command = ['--config', '/etc/xs2a-nats.conf', '--port', String(port)];
  const files = [{ content: config, target: '/etc/xs2a-nats.conf' }];
  const container = await inContainer({ image: IMAGE, port, command, files }, () => isNatsListening(port));
  return container && { url: `nats://127.0.0.1:${port}`, ...container };
}

/** Returns the port that nats-server wrote to a file once it listens. */
async function chosenPort(folder: string): Promise<number | undefined> {
  const file = (await readdir(folder)).find((name) => name.endsWith('.ports'));
  if (file === undefined) return undefined;
  const ports = JSON.parse(await readFile(join(folder, file), 'utf8')) as { nats: string[] };
  return Number(new URL(ports.nats[0] ?? '').port);
}

/** A NATS server speaks first: `INFO {…}`. */
export async function isNatsListening(port: number): Promise<true | undefined> {
  const socket = createConnection({ host: '127.0.0.1', port });
  try {
    socket.setTimeout(PROBE_MS_MAX, () => socket.destroy());
    const silent = once(socket, 'close').then(() => ['']);
    const [first] = (await Promise.race([once(socket, 'data'), silent])) as [Buffer | string];
    return first.toString().startsWith('INFO') ? true : undefined;
  } finally {
    socket.destroy();
  }
}
