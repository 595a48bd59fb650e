import { X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TestAuthority } from '../test-authority/test-authority.ts';
import { readPair, revokedForDevelopers, sandboxFiles } from './sandbox-files.ts';
import { SANDBOX_TPPS } from './sandbox-tpps.ts';

const DAY_MS = 86_400_000;
const LIST_DAYS = 365;

/**
 * Adds a certificate to the revocation list of the sandbox's test authority; a running gateway reads it within seconds. Throws a
 * `RangeError` if another authority issued it.
 */
export async function revokeDeveloperCertificate(folder: string, file: string, now = new Date()): Promise<void> {
  const files = sandboxFiles(folder);
  const pem = readFileSync(file, 'utf8');
  const certificate = new X509Certificate(pem);
  const issuer = readPair(files.authority);
  if (!certificate.verify(new X509Certificate(issuer.certificate).publicKey)) {
    throw new RangeError(`${file} is not a certificate of this test authority`);
  }
  mkdirSync(files.revoked, { recursive: true });
  writeFileSync(join(files.revoked, `${certificate.serialNumber}.pem`), pem);
  const authority = await TestAuthority.of(issuer);
  const revoked = [...revokedOfSandbox(folder), ...revokedForDevelopers(folder)];
  writeFileSync(files.revocations, await authority.revoke(revoked, now, new Date(now.getTime() + LIST_DAYS * DAY_MS)));
}

/** Certificates that `npm start` has revoked, for testing their refusal. */
function revokedOfSandbox(folder: string): string[] {
  const { tpp } = sandboxFiles(folder);
  return [...SANDBOX_TPPS]
    .filter(([, { refused }]) => refused === 'certificateRevoked')
    .flatMap(([id]) => [tpp(id, 'qwac'), tpp(id, 'qseal')])
    .map(({ certificate }) => readFileSync(certificate, 'utf8'));
}
