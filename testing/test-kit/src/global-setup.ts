import type { TestProject } from 'vitest/node';
import './database.ts';
import { mongod } from './mongod.ts';
import { natsServer } from './nats-server.ts';

/** Starts one pair of servers for a whole vitest run; tests use it through `testServers()`. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [nats, mongo] = await Promise.all([natsServer(), mongod()]);
  project.provide('natsUrl', nats.url);
  project.provide('mongoUrl', mongo.socketUrl ?? mongo.url);
  project.provide('mongoTcpUrl', mongo.url);
  return async () => {
    await Promise.all([nats[Symbol.asyncDispose](), mongo[Symbol.asyncDispose]()]);
  };
}
