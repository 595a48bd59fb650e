import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Participant } from '@xs2a/contracts';
import { identityEnv } from '@xs2a/service-kit';

const LOCAL = join(import.meta.dirname, '..', '..', '.local');

/** Variables that say nothing about where bus and database are: the ports are those of `npm start`. */
const SAYS_NOTHING = new Set(['NATS_PORT', 'MONGO_PORT', 'NATS_SERVER', 'MONGO_DATABASE']);

/**
 * The environment of a command. Where it says nothing of the bus, or of the database, the command belongs to `npm start` in
 * this folder, and takes the identity that was made for it there.
 */
export function commandEnv(participant: Participant, env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const identities = join(LOCAL, 'identities');
  if (!existsSync(join(identities, 'bus-keys.json'))) return env;
  const authority = join(LOCAL, 'certs', 'ca.pem');
  const own = {
    ...identityEnv(identities, participant),
    NATS_URL: `nats://127.0.0.1:${env['NATS_PORT'] || 4222}`,
    NATS_CA_FILE: authority,
    MONGO_URL: `mongodb://127.0.0.1:${env['MONGO_PORT'] || 27017}/?replicaSet=rs0&directConnection=true`,
    MONGO_CA_FILE: authority,
  };
  const said = Object.keys(env).filter((name) => !SAYS_NOTHING.has(name) && env[name] !== '');
  const open = ['NATS_', 'MONGO_'].filter((start) => !said.some((name) => name.startsWith(start)));
  const taken = Object.entries(own).filter(([name]) => open.some((start) => name.startsWith(start)));
  return { ...env, ...Object.fromEntries(taken) };
}
