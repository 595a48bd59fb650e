import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Participant } from '@xs2a/contracts';
import { identityEnv } from '@xs2a/service-kit';

const LOCAL = join(import.meta.dirname, '..', '.local');

/**
 * The environment of a command. Where it says nothing of the bus, or of the database, the command belongs to `npm start` in
 * this folder, and takes the identity that was made for it there.
 */
export function commandEnv(participant: Participant, env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const identities = join(LOCAL, 'identities');
  if (!existsSync(join(identities, 'bus-keys.json'))) return env;
  const authority = join(LOCAL, 'certs', 'ca.pem');
  const own = { ...identityEnv(identities, participant), NATS_CA_FILE: authority, MONGO_CA_FILE: authority };
  const isSaid = (start: string): boolean =>
    Object.entries(env).some(([name, value]) => name.startsWith(start) && name !== 'MONGO_DATABASE' && value !== '');
  const parts = ['NATS_', 'MONGO_'].filter((start) => !isSaid(start));
  return {
    ...env,
    ...Object.fromEntries(Object.entries(own).filter(([name]) => parts.some((start) => name.startsWith(start)))),
  };
}
