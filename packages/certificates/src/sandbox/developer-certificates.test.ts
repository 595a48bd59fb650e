import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  issueDeveloperCertificate,
  readRevocations,
  readTppCertificate,
  revokeDeveloperCertificate,
  sandboxFiles,
  writeSandboxCertificates,
} from '../index.ts';

const DAY_MS = 86_400_000;
const NOW = new Date('2026-11-21T12:00:00Z');
const ID = 'PSDHR-HNB-MINE1';
const ORDER = {
  organizationIdentifier: ID,
  name: 'Mine',
  roles: ['AISP', 'PIISP'],
  kind: 'qwac',
  notBefore: new Date(NOW.getTime() - DAY_MS),
  notAfter: new Date(NOW.getTime() + 30 * DAY_MS),
} as const;

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'certs-'));
  await writeSandboxCertificates(folder, NOW);
});
afterAll(() => rmSync(folder, { recursive: true }));

const certificateOf = (file: string): X509Certificate => new X509Certificate(readFileSync(file));

/** Serial numbers on the list, as read by the gateway. */
async function revoked(): Promise<ReadonlySet<bigint>> {
  const { authority, revocations } = sandboxFiles(folder);
  const issuer = certificateOf(authority.certificate);
  const { lists } = await readRevocations(readFileSync(revocations, 'utf8'), [issuer]);
  return lists.get(issuer)?.[0]?.serialNumbers ?? new Set();
}

const serialOf = (file: string): bigint => BigInt(`0x${certificateOf(file).serialNumber}`);

describe("a developer's own certificates", () => {
  it('have the requested roles, validity and kind', async () => {
    const { certificate } = await issueDeveloperCertificate(folder, ORDER);
    const read = readTppCertificate(certificateOf(certificate).raw);
    expect(read).toMatchObject({ organizationIdentifier: ID, name: 'Mine', roles: ['PIISP', 'AISP'].toSorted() });
    expect(certificateOf(certificate).validToDate).toEqual(ORDER.notAfter);
    const seal = await issueDeveloperCertificate(folder, { ...ORDER, kind: 'qseal', roles: ['PISP'], key: 'rsa' });
    expect(seal.certificate).toMatch(/\.qseal\.pem$/);
    expect(readTppCertificate(certificateOf(seal.certificate).raw)?.roles).toEqual(['PISP']);
    expect(certificateOf(seal.certificate).publicKey.asymmetricKeyType).toBe('rsa');
  });

  it('are revoked permanently, even if they are replaced or the list is created again', async () => {
    const { certificate } = await issueDeveloperCertificate(folder, ORDER);
    const serial = serialOf(certificate);
    const before = await revoked();
    expect(before.has(serial)).toBe(false);
    await revokeDeveloperCertificate(folder, certificate, NOW);
    expect(await revoked()).toEqual(new Set([...before, serial]));
    const again = await issueDeveloperCertificate(folder, ORDER);
    expect((await revoked()).has(serialOf(again.certificate))).toBe(false);
    expect(await writeSandboxCertificates(folder, new Date(NOW.getTime() + 350 * DAY_MS))).toBe(true);
    expect((await revoked()).has(serial)).toBe(true);
  });

  it('cannot belong to a sandbox TPP, and certificates of another authority cannot be revoked', async () => {
    const order = { ...ORDER, organizationIdentifier: 'PSDHR-HNB-SANDBOX' };
    await expect(issueDeveloperCertificate(folder, order)).rejects.toThrow(RangeError);
    const foreign = sandboxFiles(folder).tpp('PSDHR-HNB-SELFSIGNED', 'qwac').certificate;
    await expect(revokeDeveloperCertificate(folder, foreign, NOW)).rejects.toThrow(RangeError);
  });
});
