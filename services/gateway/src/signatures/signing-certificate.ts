import type { X509Certificate } from 'node:crypto';
import { readCertificate } from '@xs2a/certificates';
import type { PresentedCertificate } from '../certificates/certificate-validator.ts';

const ARMOUR = /-----(?:BEGIN|END) CERTIFICATE-----/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * Reads the signing certificate (QSealC) in `TPP-Signature-Certificate`: base64 of its DER, or PEM with or without its armour,
 * followed by its issuers (decision 26). The validator refuses bytes that are not a certificate.
 */
export function readSigningCertificate(header: string): PresentedCertificate {
  const texts = header.split(ARMOUR).map((text) => text.replaceAll(/\s/g, ''));
  const [der = Buffer.alloc(0), ...others] = texts
    .filter((text) => BASE64.test(text))
    .map((text) => Buffer.from(text, 'base64'));
  return { der, issuers: others.flatMap(readIssuer) };
}

function readIssuer(der: Buffer): X509Certificate[] {
  try {
    return [readCertificate(der)];
  } catch {
    return [];
  }
}
