import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Participant } from '@xs2a/contracts';
import { identityEnv } from '@xs2a/service-kit';
import { readPorts } from './ports.ts';

const LOCAL = join(import.meta.dirname, '..', '..', '.local');

/** Variables that do not locate bus or database: the ports are those of `npm start`. */
const WITHOUT_ADDRESS = new Set(['NATS_PORT', 'MONGO_PORT', 'NATS_SERVER', 'MONGO_DATABASE']);
const ADDRESSES = ['NATS_URL', 'MONGO_URL'] as const;
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Returns the environment of a command. If it has no address of the bus or the database, or the address of `npm start` in this
 * folder, the command gets the identity created for it there.
 */
export function commandEnv(
  participant: Participant,
  env: NodeJS.ProcessEnv = process.env,
  local: string = LOCAL,
): NodeJS.ProcessEnv {
  const identities = join(local, 'identities');
  if (!existsSync(join(identities, 'bus-keys.json'))) return env;
  const authority = join(local, 'certs', 'ca.pem');
  const { NATS_PORT, MONGO_PORT } = readPorts(env);
  const own = {
    ...identityEnv(identities, participant),
    NATS_URL: `nats://127.0.0.1:${NATS_PORT}`,
    NATS_CA_FILE: authority,
    MONGO_URL: `mongodb://127.0.0.1:${MONGO_PORT}/?replicaSet=rs0&directConnection=true`,
    MONGO_CA_FILE: authority,
  };
  const isOwn = (name: string): boolean =>
    ADDRESSES.some((address) => address === name && isSameServer(env[address], own[address]));
  const said = Object.keys(env).filter((name) => !WITHOUT_ADDRESS.has(name) && env[name] !== '' && !isOwn(name));
  const open = ['NATS_', 'MONGO_'].filter((start) => !said.some((name) => name.startsWith(start)));
  const taken = Object.entries(own).filter(([name]) => open.some((start) => name.startsWith(start)));
  return { ...env, ...Object.fromEntries(taken) };
}

/** Whether an address is on this machine with the same port, under any of its names. */
function isSameServer(given: string | undefined, own: string): boolean {
  if (given === undefined || !URL.canParse(given)) return false;
  const { hostname, port } = new URL(given);
  return LOOPBACK.has(hostname) && port === new URL(own).port;
}
