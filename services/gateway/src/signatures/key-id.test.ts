import type { TppCertificate } from '@xs2a/certificates';
import { describe, expect, it } from 'vitest';
import { namesCertificate } from './key-id.ts';

const certificate = {
  serialNumber: 0xabn,
  issuer: [
    ['C', 'HR'],
    ['O', 'Povjerenje, "d.d."'],
    ['CN', 'Issuing CA'],
  ],
} as unknown as TppCertificate;
const NAME = 'CN=Issuing CA,O=Povjerenje\\, \\"d.d.\\",C=HR';

describe('keyId names a certificate', () => {
  it.each([
    `SN=ab,CA=${NAME}`,
    `SN=00AB, CA=${NAME}`,
    `SN=ab,CA=${encodeURIComponent(NAME)}`,
    'SN=ab,CA=C=HR;o = "Povjerenje, \\"d.d.\\"" ;2.5.4.3= issuing   ca',
    'SN=ab,CA=C=HR + O=Povjerenje\\, \\"d.d.\\" + OID.2.5.4.3=Issuing CA,',
  ])('as %s', (keyId) => expect(namesCertificate(keyId, certificate)).toBe(true));
});

describe('keyId names no certificate', () => {
  it.each([
    ['of another serial number', `SN=ac,CA=${NAME}`],
    ['with a serial number that is not hexadecimal', `SN=0xab,CA=${NAME}`],
    ['with a serial number longer than any certificate has', `SN=${'0'.repeat(63)}ab,CA=${NAME}`],
    ['without an issuer', 'SN=ab,CA='],
    ['of another issuer', `SN=ab,CA=${NAME}.`],
    ['with a part too many', `SN=ab,CA=${NAME},C=HR`],
    ['with a part without a type', `SN=ab,CA==x,${NAME}`],
    ['with a part without a value sign', `SN=ab,CA=x,${NAME}`],
    ['with a quote that does not close', `SN=ab,CA=${NAME},X="`],
    ['that ends in the middle of an escape', `SN=ab,CA=${NAME}\\`],
    ['encoded twice', `SN=ab,CA=${encodeURIComponent(encodeURIComponent(NAME))}`],
    ['with more characters than an issuer has', `SN=ab,CA=${NAME}${' '.repeat(2_048)}`],
  ])('%s', (_, keyId) => expect(namesCertificate(keyId, certificate)).toBe(false));
});
