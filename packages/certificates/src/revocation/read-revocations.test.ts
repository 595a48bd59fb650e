import 'reflect-metadata';
import { createPrivateKey, webcrypto, X509Certificate } from 'node:crypto';
import {
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509CertificateGenerator,
  X509CrlGenerator,
  X509CrlReason,
} from '@peculiar/x509';
import { cpuMsOf } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import { readPublishedList, readRevocations, TestAuthority } from '../index.ts';
import { makeCertificate } from '../test-chains/make-certificate.ts';

const NOW = new Date();
const HOUR_MS = 3_600_000;
const later = (hours: number): Date => new Date(NOW.getTime() + hours * HOUR_MS);
const URL = 'http://ca.test/list.crl';
const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 2048,
};
const PSS = { ...RSA, name: 'RSA-PSS', saltLength: 32 };
type Algorithm = typeof EC | typeof RSA | typeof PSS;

async function authority(algorithm: Algorithm, issuedBy: Algorithm) {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const above = await webcrypto.subtle.generateKey(issuedBy, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.create({
    subject: 'CN=Issuing CA',
    issuer: 'CN=Root CA',
    notBefore: later(-1),
    notAfter: later(1),
    publicKey: keys.publicKey as never,
    signingKey: above.privateKey as never,
    signingAlgorithm: issuedBy,
    extensions: [new BasicConstraintsExtension(true), new KeyUsagesExtension(KeyUsageFlags.cRLSign, true)],
  });
  const publish = async (serialNumbers: readonly string[]): Promise<Buffer> => {
    const list = await X509CrlGenerator.create({
      issuer: 'CN=Issuing CA',
      thisUpdate: NOW,
      nextUpdate: later(1),
      signingAlgorithm: algorithm,
      signingKey: keys.privateKey as never,
      entries: serialNumbers.map((serialNumber) => ({
        serialNumber,
        revocationDate: NOW,
        reason: X509CrlReason.keyCompromise,
      })),
    });
    return Buffer.from(list.rawData);
  };
  const sign = async (bytes: Buffer): Promise<Buffer> =>
    Buffer.from(await webcrypto.subtle.sign(algorithm, keys.privateKey, new Uint8Array(bytes)));
  return { issuer: new X509Certificate(Buffer.from(certificate.rawData)), publish, sign };
}

/** An ECDSA signature with its algorithm, and a few more bytes. */
const SIGNATURE_BYTES = 90;
/** sha256WithRSAEncryption; CN=Issuing CA. */
const RSA_SHA256 = Buffer.from('300d06092a864886f70d01010b0500', 'hex');
const NAME = Buffer.from(`3015311330110603550403130a${Buffer.from('Issuing CA').toString('hex')}`, 'hex');

/** Written by hand, because a general encoder takes minutes for it. */
async function longList(entries: number, sign: (bytes: Buffer) => Promise<Buffer>): Promise<Buffer> {
  const moment = (date: Date) => der(0x17, Buffer.from(`${date.toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`));
  const [thisUpdate, nextUpdate] = [moment(NOW), moment(later(1))];
  const revoked = Array.from({ length: entries }, (_, index) =>
    der(0x30, der(0x02, Buffer.from(serialOf(index), 'hex')), thisUpdate),
  );
  const tbs = der(0x30, der(0x02, Buffer.from([1])), RSA_SHA256, NAME, thisUpdate, nextUpdate, der(0x30, ...revoked));
  return der(0x30, tbs, RSA_SHA256, der(0x03, Buffer.from([0]), await sign(tbs)));
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const length = content.length.toString(16);
  const bytes = Buffer.from(length.length % 2 === 0 ? length : `0${length}`, 'hex');
  const head = content.length < 0x80 ? [tag, content.length] : [tag, 0x80 + bytes.length, ...bytes];
  return Buffer.concat([Buffer.from(head), content]);
}

const CPU_MS_MAX = 1_500;
const serialOf = (index: number): string => `40${index.toString(16).padStart(30, '0')}`;

describe('a published revocation list', () => {
  const kinds: [string, Algorithm, Algorithm][] = [
    ['ECDSA', EC, EC],
    ['RSA', RSA, RSA],
    ['RSASSA-PSS', PSS, PSS],
    ['ECDSA, with an issuer certificate signed with RSA', EC, RSA],
    ['RSA, with an issuer certificate signed with ECDSA', RSA, EC],
  ];
  it.each(kinds)('is read with any signature algorithm: %s', async (_, algorithm, issuedBy) => {
    const { issuer, publish } = await authority(algorithm, issuedBy);
    const list = await readPublishedList(await publish(['4001', '00ff02']), { issuer, url: URL, now: NOW });
    expect(list.serialNumbers).toEqual(new Set([0x4001n, 0xff02n]));
    expect([list.thisUpdate, list.nextUpdate].map((date) => date?.getTime())).toEqual(
      [NOW, later(1)].map((date) => Math.floor(date.getTime() / 1_000) * 1_000),
    );
  });

  it('may be empty', async () => {
    const { issuer, publish } = await authority(EC, EC);
    const list = await readPublishedList(await publish([]), { issuer, url: URL, now: NOW });
    expect(list.serialNumbers.size).toBe(0);
  });

  it('may have as many entries as that of a large authority', async () => {
    const { issuer, sign } = await authority(RSA, RSA);
    const bytes = await longList(100_000, sign);
    const read = () => readPublishedList(bytes, { issuer, url: URL, now: NOW });
    const { serialNumbers } = await read();
    expect([serialNumbers.size, serialNumbers.has(BigInt(`0x${serialOf(99_999)}`))]).toEqual([100_000, true]);
    // All requests wait in the meantime.
    expect(await cpuMsOf(async () => void (await read()), CPU_MS_MAX)).toBeLessThan(CPU_MS_MAX);
  });

  it('is refused with one byte of the signed part changed, missing or added', async () => {
    const { issuer, publish } = await authority(EC, EC);
    const bytes = await publish(['4001']);
    const read = (other: Buffer) => readPublishedList(other, { issuer, url: URL, now: NOW });
    for (const index of bytes.keys()) {
      await expect(read(bytes.subarray(0, index)), `cut at ${index}`).rejects.toThrow();
      if (index >= bytes.length - SIGNATURE_BYTES) continue;
      const altered = Buffer.from(bytes);
      altered[index] = (bytes[index] ?? 0) ^ 0x01;
      await expect(read(altered), `byte ${index}`).rejects.toThrow();
    }
    await expect(read(Buffer.concat([bytes, Buffer.from([0])]))).rejects.toThrow();
  });

  it('is refused if another authority of the same name has signed it', async () => {
    const [one, other] = [await TestAuthority.create(NOW), await TestAuthority.create(NOW)];
    const issuer = new X509Certificate(one.own.certificate);
    const wanted = { issuer, url: URL, now: NOW };
    await expect(readPublishedList(Buffer.from(await other.revoke([], NOW, later(1))), wanted)).rejects.toThrow();
    await expect(readPublishedList(Buffer.from(await one.revoke([], NOW, later(1))), wanted)).resolves.toBeDefined();
  });
});

describe('a revocation list in a file', () => {
  it('covers each certificate of an authority that renewed its certificate with the same key', async () => {
    const [authority, other] = [await TestAuthority.create(NOW), await TestAuthority.create(NOW)];
    const ownKey = createPrivateKey(authority.own.key);
    const former = makeCertificate({
      kind: 'authority',
      subject: { CN: 'Former CA' },
      ownKey,
      from: -4_000,
      until: -1,
    });
    const [expired, stranger, current] = [former.pem, other.own.certificate, authority.own.certificate].map(
      (pem) => new X509Certificate(pem),
    ) as [X509Certificate, X509Certificate, X509Certificate];
    const pem = `${await authority.revoke([], NOW, later(1))}${await other.revoke([], NOW, later(2))}`;
    for (const trustList of [
      [expired, stranger, current],
      [current, expired, stranger],
    ]) {
      const { lists, unsigned } = await readRevocations(pem, trustList);
      expect(trustList.map((one) => lists.get(one)?.length)).toEqual([1, 1, 1]);
      expect(lists.get(expired)).toEqual(lists.get(current));
      expect(lists.get(stranger)).not.toEqual(lists.get(current));
      expect(unsigned).toBe(0);
    }
    expect((await readRevocations(pem, [stranger])).unsigned).toBe(1);
  });
});
