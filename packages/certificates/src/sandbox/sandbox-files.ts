import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { IssuedCertificate } from '../test-authority/issued-certificate.ts';

/** Paths of the sandbox's certificate files in their folder. */
export function sandboxFiles(folder: string) {
  const tpp = (id: string, kind: 'qwac' | 'qseal') => ({
    certificate: join(folder, 'tpp', `${id}.${kind}.pem`),
    key: join(folder, 'tpp', `${id}.${kind}.key`),
  });
  return {
    authority: { certificate: join(folder, 'ca.pem'), key: join(folder, 'ca.key') },
    server: { certificate: join(folder, 'gateway.pem'), key: join(folder, 'gateway.key') },
    revocations: join(folder, 'revoked.crl.pem'),
    /** Certificates revoked by developers. They are kept, so that every later list contains them. */
    revoked: join(folder, 'revoked'),
    blocklist: join(folder, 'stop-list.txt'),
    tpp,
  };
}

export function readPair({ certificate, key }: IssuedCertificate): IssuedCertificate {
  return { certificate: readFileSync(certificate, 'utf8'), key: readFileSync(key, 'utf8') };
}

export function writePair(files: IssuedCertificate, { certificate, key }: IssuedCertificate): void {
  mkdirSync(dirname(files.certificate), { recursive: true });
  writeFileSync(files.certificate, certificate);
  writeFileSync(files.key, key, { mode: 0o600 });
}

/** Certificates revoked by developers, as PEM texts. */
export function revokedForDevelopers(folder: string): string[] {
  const { revoked } = sandboxFiles(folder);
  if (!existsSync(revoked)) return [];
  return readdirSync(revoked).map((name) => readFileSync(join(revoked, name), 'utf8'));
}
