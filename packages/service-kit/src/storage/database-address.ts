import { existsSync } from 'node:fs';
import { MongoClient, type MongoClientOptions } from 'mongodb';
import { z } from 'zod';
import { readSecretFile, secretOf } from '../identity/secret-file.ts';
import { renewedContext } from '../settings/renewed-context.ts';
import { SettingsRefusal } from '../settings/settings-refusal.ts';

const DEFAULT_URL = 'mongodb://127.0.0.1:27017/?replicaSet=rs0&directConnection=true';
const file = z.string().min(1).optional();
/** Address options that name a file. */
const FILES = ['tlsCAFile', 'tlsCertificateKeyFile', 'tlsCRLFile'];

/** Guarantees required of every database: majority writes, journalled, majority reads. */
export const STRONG = {
  writeConcern: { w: 'majority', journal: true },
  readConcern: { level: 'majority' },
  readPreference: 'primary',
} as const satisfies MongoClientOptions;

/** Address and identity of a service or command at MongoDB. Files of TLS are read again for each connection, others at start. */
export const DatabaseConfig = z.object({
  /**
   * Address of the database. It must not weaken majority writes and reads. It may contain a user and password. If unset,
   * `mongodb://127.0.0.1:27017/?replicaSet=rs0&directConnection=true`.
   */
  MONGO_URL: z.string().min(1).optional(),
  /** File with the address, instead of `MONGO_URL`. */
  MONGO_URL_FILE: file,
  /** User of the database, with `MONGO_PASSWORD` or `MONGO_PASSWORD_FILE`. Its role only needs the service's own database. */
  MONGO_USER: z.string().min(1).optional(),
  /** Password of `MONGO_USER`. A file keeps it out of the environment. */
  MONGO_PASSWORD: z.string().min(1).optional(),
  /** File with the password of `MONGO_USER`. */
  MONGO_PASSWORD_FILE: file,
  /** File with the CA certificates (PEM) for verifying the database. If set, the database must offer TLS. */
  MONGO_CA_FILE: file,
  /** File with the client certificate (PEM) for the database. */
  MONGO_CERTIFICATE_FILE: file,
  /** File with the private key (PEM) of `MONGO_CERTIFICATE_FILE`. */
  MONGO_KEY_FILE: file,
});
export type DatabaseConfig = z.infer<typeof DatabaseConfig>;

export interface DatabaseAddress {
  readonly url: string;
  readonly options: Pick<MongoClientOptions, 'auth' | 'authSource' | 'tls' | 'secureContext'>;
}

/**
 * Returns the configured address and credentials. Throws for settings that are contradictory, malformed or weaken the required
 * guarantees, with the names of the variables.
 */
export function databaseAddress(config: DatabaseConfig): DatabaseAddress {
  const url = secretOf(config, 'MONGO_URL') ?? DEFAULT_URL;
  checkAddress(url, config.MONGO_URL_FILE === undefined ? 'MONGO_URL' : 'MONGO_URL_FILE');
  const password = secretOf(config, 'MONGO_PASSWORD');
  const { MONGO_USER: username, MONGO_CA_FILE, MONGO_CERTIFICATE_FILE, MONGO_KEY_FILE } = config;
  if (username === undefined && password !== undefined) throw refusal('MONGO_PASSWORD', 'needs MONGO_USER');
  if (username !== undefined && password === undefined) throw refusal('MONGO_USER', 'needs MONGO_PASSWORD_FILE');
  if (username !== undefined && /^[^/]*\/\/[^/?]*@/.test(url)) {
    throw refusal('MONGO_USER', 'the address names a user, too; only one of them can');
  }
  if ((MONGO_CERTIFICATE_FILE === undefined) !== (MONGO_KEY_FILE === undefined)) {
    throw refusal('MONGO_CERTIFICATE_FILE', 'MONGO_CERTIFICATE_FILE and MONGO_KEY_FILE belong together');
  }
  const files = { MONGO_CA_FILE, MONGO_CERTIFICATE_FILE, MONGO_KEY_FILE };
  for (const [variable, path] of Object.entries(files)) if (path !== undefined) readSecretFile(variable, path);
  return {
    url,
    options: {
      ...(username !== undefined && password !== undefined && { auth: { username, password }, authSource: 'admin' }),
      ...((MONGO_CA_FILE ?? MONGO_CERTIFICATE_FILE) !== undefined && {
        tls: true,
        secureContext: renewedContext({ ca: MONGO_CA_FILE, cert: MONGO_CERTIFICATE_FILE, key: MONGO_KEY_FILE }),
      }),
    },
  };
}

/** Throws if an address is malformed, names missing files or weakens the required guarantees. */
function checkAddress(url: string, variable: string): void {
  const { writeConcern, readConcern, readPreference } = parse(url, variable);
  const query = new URLSearchParams(url.split('?')[1] ?? '');
  const missing = [...query].find(
    ([name, value]) => FILES.some((one) => one.toLowerCase() === name.toLowerCase()) && !existsSync(value),
  );
  if (missing !== undefined) throw refusal(variable, `the file of its option ${missing[0]} cannot be read`);
  // Some options of an address override those of the client.
  const writes = writeConcern?.w === 'majority' && writeConcern.journal === true;
  const reads = readConcern?.level === 'majority' && readPreference.mode === 'primary';
  if (!writes || !reads) throw refusal(variable, 'must not weaken majority writes, journal, and majority reads');
}

/** Returns the servers of an address, without credentials, database and options. */
export function serversOfDatabase(url: string): string {
  const [scheme = '', rest = ''] = url.split('://', 2);
  const authority = rest.split(/[/?]/)[0] ?? '';
  return `${scheme}://${authority.slice(authority.lastIndexOf('@') + 1)}`;
}

function parse(url: string, variable: string): MongoClient['options'] {
  try {
    return new MongoClient(url, STRONG).options;
  } catch {
    // The original error could quote the password.
    throw refusal(
      variable,
      'is no address of MongoDB (mongodb://host:port/?options, special characters of a password as %xx)',
    );
  }
}

function refusal(variable: string, text: string): SettingsRefusal {
  return new SettingsRefusal([{ variable, text }]);
}
