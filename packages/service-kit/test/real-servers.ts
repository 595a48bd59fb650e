import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import { eventually } from './eventually.ts';

/** A server of its own for one test file. Killing it is what a crash of the machine looks like to its clients. */
export interface RealServer extends AsyncDisposable {
  readonly url: string;
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Starts again at the same address. */
  restart(): Promise<void>;
}

function binary(name: string, variable: string): string {
  const kept = fileURLToPath(new URL(`../../../.local/bin/${name}`, import.meta.url));
  return process.env[variable] ?? (existsSync(kept) ? kept : name);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function run(
  command: string,
  args: string[],
  answers: () => Promise<boolean>,
): Promise<{ stop(signal?: NodeJS.Signals): Promise<void> }> {
  const child = spawn(command, args, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  await eventually(answers, (answered) => answered);
  return {
    async stop(signal = 'SIGKILL') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await ended;
    },
  };
}

export async function natsServer(): Promise<RealServer> {
  const port = await freePort();
  const monitor = await freePort();
  const start = (): ReturnType<typeof run> =>
    run(
      binary('nats-server', 'NATS_SERVER'),
      ['-a', '127.0.0.1', '-p', String(port), '-m', String(monitor)],
      async () =>
        fetch(`http://127.0.0.1:${monitor}/healthz`).then(
          ({ ok }) => ok,
          () => false,
        ),
    );
  let running = await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    stop: (signal) => running.stop(signal),
    restart: async () => {
      running = await start();
    },
    [Symbol.asyncDispose]: () => running.stop(),
  };
}

export async function mongod(): Promise<RealServer> {
  const port = await freePort();
  const directory = await mkdtemp(join(tmpdir(), 'kit-mongod-'));
  const url = `mongodb://127.0.0.1:${port}/?directConnection=true`;
  const writable = async (): Promise<boolean> => {
    await using client = new MongoClient(url, { serverSelectionTimeoutMS: 500 });
    try {
      const hello = await client.db('admin').command({ hello: 1 });
      if (hello['setName'] === undefined) {
        const members = [{ _id: 0, host: `127.0.0.1:${port}` }];
        await client.db('admin').command({ replSetInitiate: { _id: 'rs0', members } });
      }
      return hello['isWritablePrimary'] === true;
    } catch {
      return false;
    }
  };
  const args = ['--port', String(port), '--bind_ip', '127.0.0.1', '--dbpath', directory, '--replSet', 'rs0'];
  const start = (): ReturnType<typeof run> =>
    run(binary('mongod', 'MONGOD'), [...args, '--wiredTigerCacheSizeGB', '0.25', '--nounixsocket'], writable);
  let running = await start();
  return {
    url,
    stop: (signal) => running.stop(signal),
    restart: async () => {
      running = await start();
    },
    async [Symbol.asyncDispose]() {
      await running.stop();
      await rm(directory, { recursive: true });
    },
  };
}
