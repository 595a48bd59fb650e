import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nkeys } from '@nats-io/transport-node';
import { PARTICIPANTS, type Participant } from '@xs2a/contracts';
import { z } from 'zod';
import { DATABASE_USERS, type DatabaseUser, databaseScript } from './database-users.ts';
import { natsAuthorization } from './nats-authorization.ts';

/** Public part of the identities: public keys of each participant, newest first. */
const PublicKeys = z.partialRecord(z.enum(PARTICIPANTS), z.array(z.string().regex(/^U[A-Z2-7]{55}$/)).min(1));
export type PublicKeys = z.infer<typeof PublicKeys>;

const PUBLIC_FILE = 'bus-keys.json';
/** Files for the servers, both derived from the tables of the contracts. */
export const AUTHORIZATION_FILE = 'bus-authorization.conf';
export const DATABASE_FILE = 'database-users.js';
/** A rotation keeps the previous key, for connections made until every replica has the new one. */
const GENERATIONS_MAX = 2;

/** Path of the file with the seed of a participant's NKey. */
export function nkeyFile(folder: string, participant: Participant): string {
  return join(folder, `${participant}.nkey`);
}

/** Path of the file with the password of a MongoDB user. */
export function passwordFile(folder: string, user: DatabaseUser): string {
  return join(folder, `${user}.mongo-password`);
}

/** Environment variables with the identity of a service or command. */
export function identityEnv(folder: string, participant: Participant): Record<string, string> {
  const user = DATABASE_USERS.find((one) => one === participant);
  return {
    NATS_NKEY_FILE: nkeyFile(folder, participant),
    ...(user !== undefined && { MONGO_USER: user, MONGO_PASSWORD_FILE: passwordFile(folder, user) }),
  };
}

/**
 * Writes an NKey for each bus participant, a password for each MongoDB user, and the files for the servers. Keeps existing ones,
 * except the NKeys of the participants in `rotate`. Returns those that got a new secret.
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
    // A seed that is stored elsewhere stays there.
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

/** Replaces the file atomically: a reader sees the old or the new content. */
function write(file: string, content: string, mode: number): void {
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, content, { mode });
  renameSync(draft, file);
}
