import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TestAuthority, type Validity } from '../test-authority/test-authority.ts';
import { readPair, sandboxFiles, writePair } from './sandbox-files.ts';

const HOST = /^(\*\.)?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$|^[\da-f:]+$/i;

export interface ServerCertificateFiles {
  readonly certificate: string;
  readonly key: string;
  /** Both in one file, as mongod requires. */
  readonly both: string;
  readonly authority: string;
}

/** Paths of a server's certificate, by the first of its names. */
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
 * Issues a server or client certificate for any names or addresses from the sandbox's test authority. Files with the same name
 * are replaced. Throws a `RangeError` for an invalid host name, and if there is no test authority yet.
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
