import type { MongoClientOptions } from 'mongodb';
import { z } from 'zod';
import { readSecretFile, SecretRefusal, secretOf } from '../identity/secret-file.ts';

const DEFAULT_URL = 'mongodb://127.0.0.1:27017/?replicaSet=rs0&directConnection=true';
const file = z.string().min(1).optional();

/** How a service or a command reaches MongoDB, and as whom. Files are read once, at start. */
export const DatabaseConfig = z.object({
  /**
   * Address of the database. It must not weaken majority writes and reads. It may contain a user and password. If unset,
   * `mongodb://127.0.0.1:27017/?replicaSet=rs0&directConnection=true`.
   */
  MONGO_URL: z.string().min(1).optional(),
  /** File with the address, instead of `MONGO_URL`. */
  MONGO_URL_FILE: file,
  /** User of the database, with `MONGO_PASSWORD` or `MONGO_PASSWORD_FILE`. Its role needs the service's own database only. */
  MONGO_USER: z.string().min(1).optional(),
  /** Password of `MONGO_USER`. A file keeps it out of the environment. */
  MONGO_PASSWORD: z.string().min(1).optional(),
  /** File with the password of `MONGO_USER`. */
  MONGO_PASSWORD_FILE: file,
  /** File with the CA certificates (PEM) that the database is verified against. With it the database must offer TLS. */
  MONGO_CA_FILE: file,
  /** File with the client certificate (PEM) for the database. */
  MONGO_CERTIFICATE_FILE: file,
  /** File with the private key (PEM) of `MONGO_CERTIFICATE_FILE`. */
  MONGO_KEY_FILE: file,
});
export type DatabaseConfig = z.infer<typeof DatabaseConfig>;

export interface DatabaseAddress {
  readonly url: string;
  readonly options: Pick<MongoClientOptions, 'auth' | 'authSource' | 'tls' | 'ca' | 'cert' | 'key'>;
}

/** Address and credentials of the configuration. Refuses what contradicts itself, by the names of the variables. */
export function databaseAddress(config: DatabaseConfig): DatabaseAddress {
  const url = secretOf(config, 'MONGO_URL') ?? DEFAULT_URL;
  const password = secretOf(config, 'MONGO_PASSWORD');
  const { MONGO_USER: username, MONGO_CA_FILE, MONGO_CERTIFICATE_FILE, MONGO_KEY_FILE } = config;
  if (username === undefined && password !== undefined) throw new SecretRefusal('MONGO_PASSWORD needs MONGO_USER');
  if (username !== undefined && password === undefined) throw new SecretRefusal('MONGO_USER needs MONGO_PASSWORD_FILE');
  if (username !== undefined && /^[^/]*\/\/[^/?]*@/.test(url)) {
    throw new SecretRefusal('MONGO_URL and MONGO_USER: only one of them can name the user of the database');
  }
  if ((MONGO_CERTIFICATE_FILE === undefined) !== (MONGO_KEY_FILE === undefined)) {
    throw new SecretRefusal('MONGO_CERTIFICATE_FILE and MONGO_KEY_FILE belong together');
  }
  const read = (variable: string, path: string | undefined): string | undefined =>
    path === undefined ? undefined : readSecretFile(variable, path);
  const ca = read('MONGO_CA_FILE', MONGO_CA_FILE);
  const cert = read('MONGO_CERTIFICATE_FILE', MONGO_CERTIFICATE_FILE);
  const key = read('MONGO_KEY_FILE', MONGO_KEY_FILE);
  return {
    url,
    options: {
      ...(username !== undefined && password !== undefined && { auth: { username, password }, authSource: 'admin' }),
      ...((ca ?? cert) !== undefined && { tls: true }),
      ...(ca !== undefined && { ca }),
      ...(cert !== undefined && key !== undefined && { cert, key }),
    },
  };
}
