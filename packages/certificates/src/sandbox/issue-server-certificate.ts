import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TestAuthority, type Validity } from '../test-authority/test-authority.ts';
import { readPair, sandboxFiles, writePair } from './sandbox-files.ts';

const HOST = /^(\*\.)?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$|^[\da-f:]+$/i;

export interface ServerCertificateFiles {
  readonly certificate: string;
  readonly key: string;
  /** Both in one file, as mongod takes them. */
  readonly both: string;
  readonly authority: string;
}

/** Where the certificate of a server is: by the first of its names. */
export function serverCertificateFiles(folder: string, name: string): ServerCertificateFiles {
  const base = join(folder, 'server', name.replace('*', 'any'));
  return {
    certificate: `${base}.pem`,
    key: `${base}.key`,
    both: `${base}.both.pem`,
    authority: sandboxFiles(folder).authority.certificate,
  };
}

/**
 * Issues a certificate for a server, or a client, of any names or addresses by the sandbox's test authority. Files of the same
 * name are replaced. Throws a `RangeError` for what is no name of a host, and where there is no test authority yet.
 */
export async function issueServerCertificate(
  folder: string,
  names: readonly [string, ...string[]],
  validity: Validity,
): Promise<ServerCertificateFiles> {
  const { authority } = sandboxFiles(folder);
  const wrong = names.find((name) => !HOST.test(name));
  if (wrong !== undefined) throw new RangeError(`${wrong} is no name or address of a host`);
  if (!existsSync(authority.certificate))
    throw new RangeError('there is no test authority yet: run `npm run xs2a -- certificates sandbox`');
  const files = serverCertificateFiles(folder, names[0]);
  const issuer = await TestAuthority.of(readPair(authority));
  const issued = await issuer.issueServer(names, validity);
  writePair(files, issued);
  writeFileSync(files.both, issued.certificate + issued.key, { mode: 0o600 });
  return files;
}
