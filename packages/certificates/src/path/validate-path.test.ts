import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CPU_MS_MAX, cpuMsOf } from '@xs2a/test-kit';
import { afterAll, describe, expect, it } from 'vitest';
import { validatePath } from '../index.ts';
import {
  authority,
  CORRECT_CHAINS,
  leaf,
  MALICIOUS_CHAINS,
  makeAuthorities,
  type TestCertificate,
  type TestChain,
} from '../test-chains/index.ts';

const COMMON = makeAuthorities();
const folder = mkdtempSync(join(tmpdir(), 'xs2a-paths-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Whether the OpenSSL command accepts a chain: strictly by RFC 5280, with at least 112 bits of security. */
function isAcceptedByOpenssl({ leaf: own, sent = [], anchors = [] }: TestChain): boolean {
  const write = (name: string, certificates: readonly TestCertificate[]): string => {
    const file = join(folder, name);
    writeFileSync(file, certificates.map(({ pem }) => pem).join(''));
    return file;
  };
  const trusted = write('trusted.pem', [COMMON.root, COMMON.rsaRoot, ...anchors]);
  const untrusted = sent.length === 0 ? [] : ['-untrusted', write('sent.pem', sent)];
  const strictly = ['-x509_strict', '-policy_check', '-auth_level', '2', '-partial_chain', '-purpose', 'sslclient'];
  try {
    const args = ['verify', ...strictly, '-CAfile', trusted, ...untrusted, write('leaf.pem', [own])];
    execFileSync('openssl', args, { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

const timeless = MALICIOUS_CHAINS.filter(({ code }) => code !== 'CERTIFICATE_REVOKED');

describe('OpenSSL as a second opinion', () => {
  it.each(CORRECT_CHAINS)('accepts, unless a reason is stated: $unusual', ({ build, opensslRefuses }) => {
    expect(isAcceptedByOpenssl(build(COMMON, 'web'))).toBe(opensslRefuses === undefined);
  });

  it.each(timeless)('refuses, unless a reason is stated: $wrong', ({ build, opensslAccepts }) => {
    expect(isAcceptedByOpenssl(build(COMMON, 'web'))).toBe(opensslAccepts !== undefined);
  });
});

/** CPU time of a validation in milliseconds. */
function cpuMsOfPath(own: TestCertificate, sent: readonly TestCertificate[], anchors: readonly TestCertificate[]) {
  const order = {
    certificate: new X509Certificate(own.der),
    sent: sent.map(({ der }) => new X509Certificate(der)),
    authorities: anchors.map(({ der }) => new X509Certificate(der)),
    qcType: 'web',
    now: new Date(),
  } as const;
  return cpuMsOf(() => validatePath(order));
}

describe(`a hostile chain costs less than ${CPU_MS_MAX} ms of CPU`, () => {
  it('with a hundred issuers', async () => {
    const chain: TestCertificate[] = [];
    for (let index = 0; index < 100; index++) chain.unshift(authority(`CA ${index}`, chain[0] ?? COMMON.root));
    expect(await cpuMsOfPath(leaf('web', chain[0] as TestCertificate), chain, [COMMON.root])).toBeLessThan(CPU_MS_MAX);
  });

  it('with authorities of the same name and key that all certify each other', async () => {
    const first = authority('Loop');
    const loop = Array.from({ length: 6 }, () => authority('Loop', first, { ownKey: first.key }));
    expect(await cpuMsOfPath(leaf('web', first), loop, [COMMON.root])).toBeLessThan(CPU_MS_MAX);
    expect(
      await cpuMsOfPath(
        leaf('web', first),
        loop,
        Array.from({ length: 6 }, () => first),
      ),
    ).toBeLessThan(CPU_MS_MAX);
  });

  it('with long keys', async () => {
    const issuer = authority('Long', undefined, { key: 'rsa4096' });
    const others = Array.from({ length: 6 }, () => authority('Long', issuer, { ownKey: issuer.key }));
    expect(await cpuMsOfPath(leaf('web', issuer), others, [COMMON.root])).toBeLessThan(CPU_MS_MAX);
  });

  it('among a thousand authorities on the trust list', async () => {
    const anchors = Array.from({ length: 1_000 }, (_, index) =>
      authority(`CA ${index}`, undefined, { ownKey: COMMON.root.key }),
    );
    expect(await cpuMsOfPath(leaf('web', COMMON.root), [], [...anchors, COMMON.root])).toBeLessThan(CPU_MS_MAX);
  });
});
