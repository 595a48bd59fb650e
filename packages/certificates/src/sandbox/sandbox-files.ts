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

/** Variables of a gateway that uses the certificates in a folder. */
export function sandboxTlsVariables(folder: string, port: number) {
  const { authority, server, revocations, blocklist } = sandboxFiles(folder);
  return {
    GATEWAY_TLS_PORT: String(port),
    GATEWAY_TLS_CERTIFICATE: server.certificate,
    GATEWAY_TLS_KEY: server.key,
    TPP_TRUST_LIST: authority.certificate,
    TPP_REVOCATIONS: revocations,
    TPP_STOP_LIST: blocklist,
  };
}

/** Variables with which the sandbox bank issues certificates to developers who register. */
export function testAuthorityVariables(folder: string) {
  const { certificate, key } = sandboxFiles(folder).authority;
  return { TEST_AUTHORITY_CERTIFICATE: certificate, TEST_AUTHORITY_KEY: key };
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
