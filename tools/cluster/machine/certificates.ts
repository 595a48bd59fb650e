import 'reflect-metadata';
import type { webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type Extension,
  type JsonName,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

const SIGNING = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 86_400_000;
const BYTES = 16;

/** A certificate with its key, as PEM. */
export interface Pair {
  readonly certificate: string;
  readonly key: string;
}

export interface CertificateOptions {
  readonly commonName: string;
  readonly organisation?: string;
  readonly unit?: string;
  /** Names and addresses of a server; a client has none. */
  readonly names?: readonly string[];
}

function validity() {
  return { notBefore: new Date(Date.now() - DAY_MS), notAfter: new Date(Date.now() + DAY_MS) };
}

async function makeKeys(): Promise<webcrypto.CryptoKeyPair> {
  return crypto.subtle.generateKey(SIGNING, true, ['sign', 'verify']);
}

async function pemOfKey(key: webcrypto.CryptoKey): Promise<string> {
  return PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');
}

function serialNumber(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(BYTES))).toString('hex');
}

/** An authority for one check: that of the cluster, or the one that cert-manager would be. */
export class Authority {
  readonly own: Pair;
  readonly #certificate: X509Certificate;
  readonly #key: webcrypto.CryptoKey;

  private constructor(own: Pair, certificate: X509Certificate, key: webcrypto.CryptoKey) {
    this.own = own;
    this.#certificate = certificate;
    this.#key = key;
  }

  static async create(name: string): Promise<Authority> {
    const keys = await makeKeys();
    const certificate = await X509CertificateGenerator.createSelfSigned({
      name: [{ CN: [name] }],
      keys,
      serialNumber: serialNumber(),
      ...validity(),
      signingAlgorithm: SIGNING,
      extensions: [
        new BasicConstraintsExtension(true, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      ],
    });
    const own = { certificate: `${certificate.toString('pem')}\n`, key: `${await pemOfKey(keys.privateKey)}\n` };
    return new Authority(own, certificate, keys.privateKey);
  }

  async issue({ commonName, organisation, unit, names = [] }: CertificateOptions): Promise<Pair> {
    const keys = await makeKeys();
    const subject: JsonName = [
      ...(organisation === undefined ? [] : [{ O: [organisation] }]),
      ...(unit === undefined ? [] : [{ OU: [unit] }]),
      { CN: [commonName] },
    ];
    const usages =
      names.length > 0 ? [ExtendedKeyUsage.serverAuth, ExtendedKeyUsage.clientAuth] : [ExtendedKeyUsage.clientAuth];
    const extensions: Extension[] = [
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension(usages),
    ];
    if (names.length > 0)
      extensions.push(
        new SubjectAlternativeNameExtension(
          names.map((value) => ({ type: /^[\d.:]+$/.test(value) ? 'ip' : 'dns', value }) as const),
        ),
      );
    const certificate = await X509CertificateGenerator.create({
      subject,
      issuer: this.#certificate.subjectName,
      publicKey: keys.publicKey,
      signingKey: this.#key,
      serialNumber: serialNumber(),
      ...validity(),
      signingAlgorithm: SIGNING,
      extensions,
    });
    return { certificate: `${certificate.toString('pem')}\n`, key: `${await pemOfKey(keys.privateKey)}\n` };
  }
}
