import { X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IssuedCertificate } from '../test-authority/issued-certificate.ts';
import { issueSelfSigned, TestAuthority } from '../test-authority/test-authority.ts';
import { readPair, revokedForDevelopers, sandboxFiles, writePair } from './sandbox-files.ts';
import { SANDBOX_TPPS, type SandboxTpp } from './sandbox-tpps.ts';

const DAY_MS = 86_400_000;
const VALID_DAYS = 365;
/** Remaining validity in days below which a certificate is issued again. */
const RENEWED_DAYS_BEFORE = 30;
const HOSTS = ['localhost', '127.0.0.1', '::1'];

/**
 * Creates missing or expiring files: a test authority, the gateway's certificate, a QWAC and a QSEAL for each sandbox TPP, the
 * revocation list and the blocklist. Returns whether anything was created.
 */
export async function writeSandboxCertificates(folder: string, now = new Date()): Promise<boolean> {
  const files = sandboxFiles(folder);
  const inTime = new Date(now.getTime() + RENEWED_DAYS_BEFORE * DAY_MS);
  const ids = [...SANDBOX_TPPS].filter(([, { refused }]) => refused !== 'certificateExpired').map(([id]) => id);
  const watched = [files.server, ...ids.flatMap((id) => [files.tpp(id, 'qwac'), files.tpp(id, 'qseal')])];
  const isAuthorityKept = isUsable(files.authority, inTime);
  const lists = [files.revocations, files.blocklist].every(existsSync);
  if (isAuthorityKept && lists && watched.every((pair) => isUsable(pair, inTime))) return false;

  mkdirSync(join(folder, 'tpp'), { recursive: true });
  const authority = isAuthorityKept
    ? await TestAuthority.of(readPair(files.authority))
    : await TestAuthority.create(now);
  writePair(files.authority, authority.own);
  const notAfter = new Date(now.getTime() + VALID_DAYS * DAY_MS);
  writePair(files.server, await authority.issueServer(HOSTS, { notBefore: dayBefore(now), notAfter }));
  const revoked = revokedForDevelopers(folder);
  for (const [id, tpp] of SANDBOX_TPPS) {
    for (const kind of ['qwac', 'qseal'] as const) {
      const issued = await issue(authority, id, tpp, kind, now, notAfter);
      writePair(files.tpp(id, kind), issued);
      if (tpp.refused === 'certificateRevoked') revoked.push(issued.certificate);
    }
  }
  writeFileSync(files.revocations, await authority.revoke(revoked, now, notAfter));
  writeFileSync(files.blocklist, blocklist());
  return true;
}

function issue(
  authority: TestAuthority,
  organizationIdentifier: string,
  { name, roles, refused }: SandboxTpp,
  kind: 'qwac' | 'qseal',
  now: Date,
  notAfter: Date,
): Promise<IssuedCertificate> {
  const order = {
    organizationIdentifier,
    name,
    roles,
    // RSA for seals, as used by most TPPs; P-256 for TLS, which is faster.
    ...(kind === 'qwac' ? { qcType: 'web' as const } : { qcType: 'seal' as const, key: 'rsa' as const }),
    notBefore: new Date(now.getTime() - 2 * DAY_MS),
    notAfter: refused === 'certificateExpired' ? dayBefore(now) : notAfter,
  };
  return refused === 'certificateInvalid' ? issueSelfSigned(order) : authority.issueTpp(order);
}

function blocklist(): string {
  const blocked = [...SANDBOX_TPPS].filter(([, { refused }]) => refused === 'certificateBlocked').map(([id]) => id);
  return ['# organizationIdentifier, or SHA-256 of a certificate in base64url; one a line', ...blocked, ''].join('\n');
}

function isUsable(pair: IssuedCertificate, until: Date): boolean {
  if (!existsSync(pair.certificate) || !existsSync(pair.key)) return false;
  return new X509Certificate(readFileSync(pair.certificate)).validToDate > until;
}

function dayBefore(now: Date): Date {
  return new Date(now.getTime() - DAY_MS);
}
