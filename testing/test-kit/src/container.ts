import { request } from 'node:http';
import type { TestServer } from './test-server.ts';
import { untilAnswered } from './test-server.ts';

/** Milliseconds for fetching an image and starting it; after that a server on this machine is used. */
const CONTAINER_MS_MAX = 120_000;
const PING_MS_MAX = 1_000;

interface Contained {
  image: string;
  /** The same inside and outside: a restarted container keeps its address. */
  port: number;
  command: string[];
  environment?: Record<string, string>;
  files: { content: string; target: string; mode?: number }[];
}

let answer: Promise<boolean> | undefined;

/** Whether a Docker engine really answers; `TEST_SERVERS=local` skips the question. */
export function dockerAnswers(): Promise<boolean> {
  answer ??= process.env['TEST_SERVERS'] === 'local' ? Promise.resolve(false) : ping();
  return answer;
}

/** Starts a container through testcontainers. Undefined if its image is not available: a local server is used then. */
export async function inContainer(
  what: Contained,
  probe: () => Promise<true | undefined>,
): Promise<Omit<TestServer, 'url'> | undefined> {
  try {
    return await startContainer(what, probe);
  } catch (error) {
    console.warn(`No container of ${what.image}, a local server does: ${String(error)}`);
    answer = Promise.resolve(false);
    // For the workers that vitest forks after its global setup, so that none of them waits again.
    process.env['TEST_SERVERS'] = 'local';
    return undefined;
  }
}

/** Like {@link inContainer}, if no other server can be used. */
export async function startContainer(
  { image, port, command, environment = {}, files }: Contained,
  probe: () => Promise<true | undefined>,
): Promise<Omit<TestServer, 'url'>> {
  // Loaded only if an engine answers: it takes half a second.
  const { GenericContainer, getContainerRuntimeClient, Wait } = await import('testcontainers');
  const starting = new GenericContainer(image)
    .withCommand(command)
    .withEnvironment(environment)
    .withCopyContentToContainer(files)
    .withExposedPorts({ container: port, host: port })
    .withWaitStrategy(Wait.forLogMessage(/./))
    .start();
  const started = await Promise.race([starting, rejectAfter(CONTAINER_MS_MAX)]);
  await untilAnswered(probe).catch(async (error: unknown) => {
    await started.stop();
    throw error;
  });
  const engine = await getContainerRuntimeClient();
  const container = engine.container.getById(started.getId());
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    const { State } = await container.inspect();
    if (!State.Running) return;
    const end = container.wait();
    await container.kill({ signal });
    await end;
  };
  return {
    stop,
    restart: async () => {
      await stop();
      await container.start();
      await untilAnswered(probe);
    },
    pause: async () => {
      await container.pause();
    },
    resume: async () => {
      await container.unpause();
    },
    endedByItself: () => undefined,
    [Symbol.asyncDispose]: async () => {
      await container.remove({ force: true, v: true });
    },
  };
}

/** GET /_ping at DOCKER_HOST, or at the default socket. */
function ping(): Promise<boolean> {
  const host = process.env['DOCKER_HOST'] ?? 'unix:///var/run/docker.sock';
  const url = new URL(host);
  const socketPath = url.pathname;
  const where = url.protocol === 'unix:' ? { socketPath } : { host: url.hostname, port: url.port || 2375 };
  return new Promise((resolve) => {
    const asked = request({ ...where, path: '/_ping', timeout: PING_MS_MAX }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve(false));
    asked.end();
  });
}

function rejectAfter(ms: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`not started within ${ms} ms`)), ms).unref();
  });
}
