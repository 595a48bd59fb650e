// Runs a payment and reads of accounts against mongod and nats-server in containers, which are secured as in production
// (deploy/k8s): a replica set with users and TLS, a bus with client certificates and NKeys.
//   npm run verify -- containers
//   npm run verify -- containers --mongo mongo:8.0 --nats nats:2.15.1      other images of the same servers
// Needs a container engine (DOCKER_HOST, or the default socket). Without one nothing is run, which is reported and is no failure.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dockerAnswers } from '@xs2a/test-kit';
import { readArguments } from '../../../tools/command/read-arguments.ts';
import { JOURNEY } from './journey.ts';
import { REFUSED_CLIENTS } from './refused-clients.ts';
import { type SecuredServers, securedServers } from './secured-servers.ts';
import { securedServices } from './secured-services.ts';

const { values } = readArguments(import.meta.filename, {
  options: { mongo: { type: 'string', default: 'mongo:8.0' }, nats: { type: 'string', default: 'nats:2.15.1' } },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);
let holds = 0;
const broken: string[] = [];

/** Checks one rule, and continues with the next. */
async function checkRule(rule: string, judge: () => Promise<void>): Promise<void> {
  try {
    await judge();
    holds++;
    say(`ok      ${rule}`);
  } catch (error) {
    broken.push(rule);
    say(`FAILED  ${rule}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function checkAll(folder: string): Promise<void> {
  await using servers: SecuredServers = await securedServers(values, folder);
  for (const [rule, judge] of Object.entries(REFUSED_CLIENTS)) await checkRule(rule, () => judge(servers));
  await using services = await securedServices(servers, folder);
  for (const [rule, judge] of Object.entries(JOURNEY)) await checkRule(rule, () => judge(services));
  await checkRule('services work on after bus and database were killed and started again', async () => {
    await Promise.all([servers.nats.stop('SIGKILL'), servers.mongo.stop('SIGKILL')]);
    await Promise.all([servers.nats.restart(), servers.mongo.restart()]);
    await services.ready();
    for (const judge of Object.values(JOURNEY)) await judge(services);
  });
}

if (await dockerAnswers()) {
  const folder = mkdtempSync(join(tmpdir(), 'xs2a-containers-'));
  try {
    await checkAll(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  say(`${holds} rules hold, ${broken.length} are broken; ${values.mongo}, ${values.nats}`);
} else {
  say('not run: no container engine; 0 rules were looked at');
}
process.exitCode = broken.length === 0 ? 0 : 1;
