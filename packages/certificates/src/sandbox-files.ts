import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Issued } from './issued.ts';

/** Where the certificates of the sandbox lie in their folder. */
export function sandboxFiles(folder: string) {
  const tpp = (id: string, kind: 'qwac' | 'qseal') => ({
    certificate: join(folder, 'tpp', `${id}.${kind}.pem`),
    key: join(folder, 'tpp', `${id}.${kind}.key`),
  });
  return {
    authority: { certificate: join(folder, 'ca.pem'), key: join(folder, 'ca.key') },
    server: { certificate: join(folder, 'gateway.pem'), key: join(folder, 'gateway.key') },
    revocations: join(folder, 'revoked.crl.pem'),
    /** Certificates that were revoked by hand: kept, so that they stay on every later list. */
    revoked: join(folder, 'revoked'),
    stopList: join(folder, 'stop-list.txt'),
    tpp,
  };
}

export function readPair({ certificate, key }: Issued): Issued {
  return { certificate: readFileSync(certificate, 'utf8'), key: readFileSync(key, 'utf8') };
}

export function writePair(files: Issued, { certificate, key }: Issued): void {
  mkdirSync(dirname(files.certificate), { recursive: true });
  writeFileSync(files.certificate, certificate);
  writeFileSync(files.key, key, { mode: 0o600 });
}

/** What was revoked by hand, as PEM texts. */
export function revokedByHand(folder: string): string[] {
  const { revoked } = sandboxFiles(folder);
  if (!existsSync(revoked)) return [];
  return readdirSync(revoked).map((name) => readFileSync(join(revoked, name), 'utf8'));
}
