import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nkeys } from '@nats-io/transport-node';
import { PARTICIPANTS, type Participant } from '@xs2a/contracts';
import { z } from 'zod';
import { DATABASE_USERS, type DatabaseUser, databaseScript } from './database-users.ts';
import { natsAuthorization } from './nats-authorization.ts';

/** Public part of the identities: the public keys of each participant, newest first. */
const PublicKeys = z.partialRecord(z.enum(PARTICIPANTS), z.array(z.string().regex(/^U[A-Z2-7]{55}$/)).min(1));
export type PublicKeys = z.infer<typeof PublicKeys>;

const PUBLIC_FILE = 'bus-keys.json';
/** For the servers: both follow from the tables of the contracts. */
export const AUTHORIZATION_FILE = 'bus-authorization.conf';
export const DATABASE_FILE = 'database-users.js';
/** A rotation keeps the key before, for connections that are made until every replica has the new one. */
const GENERATIONS_MAX = 2;

/** The file with the seed of a participant's NKey. */
export function nkeyFile(folder: string, participant: Participant): string {
  return join(folder, `${participant}.nkey`);
}

/** The file with the password of a user of MongoDB. */
export function passwordFile(folder: string, user: DatabaseUser): string {
  return join(folder, `${user}.mongo-password`);
}

/** The variables with which a service or a command takes part as itself. */
export function identityEnv(folder: string, participant: Participant): Record<string, string> {
  const user = DATABASE_USERS.find((one) => one === participant);
  return {
    NATS_NKEY_FILE: nkeyFile(folder, participant),
    ...(user !== undefined && { MONGO_USER: user, MONGO_PASSWORD_FILE: passwordFile(folder, user) }),
  };
}

/**
 * Writes an NKey for each participant of the bus and a password for each user of MongoDB, and what the servers must know of
 * them. What is there stays, except the NKeys of those that `rotate` names. Returns who got something new.
 */
export function writeIdentities(
  folder: string,
  { sandbox = false, rotate = [] }: { sandbox?: boolean; rotate?: readonly Participant[] } = {},
): string[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const keys = readPublicKeys(folder);
  const renewed = new Set<string>();
  for (const participant of PARTICIPANTS) {
    const known = keys[participant] ?? [];
    // A seed that lies elsewhere stays there.
    if (known.length > 0 && !rotate.includes(participant)) continue;
    const pair = nkeys.createUser();
    keys[participant] = [pair.getPublicKey(), ...known].slice(0, GENERATIONS_MAX);
    write(nkeyFile(folder, participant), `${new TextDecoder().decode(pair.getSeed())}\n`, 0o600);
    renewed.add(participant);
  }
  for (const user of DATABASE_USERS) {
    const file = passwordFile(folder, user);
    if (existsSync(file)) continue;
    write(file, `${randomBytes(32).toString('base64url')}\n`, 0o600);
    renewed.add(user);
  }
  write(join(folder, PUBLIC_FILE), `${JSON.stringify(keys, undefined, 2)}\n`, 0o644);
  write(join(folder, AUTHORIZATION_FILE), natsAuthorization(keys, { sandbox }), 0o644);
  write(join(folder, DATABASE_FILE), databaseScript(), 0o644);
  return [...renewed];
}

export function readPublicKeys(folder: string): PublicKeys {
  const file = join(folder, PUBLIC_FILE);
  return existsSync(file) ? PublicKeys.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
}

/** A reader sees the file before or after, never half of it. */
function write(file: string, content: string, mode: number): void {
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, content, { mode });
  renameSync(draft, file);
}
