import type { TppCertificate } from '@xs2a/certificates';
import { describe, expect, it } from 'vitest';
import { matchesKeyId } from './key-id.ts';

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
  ])('as %s', (keyId) => expect(matchesKeyId(keyId, certificate)).toBe(true));
});

describe('keyId names an issuer with non-ASCII letters and an organisation identifier in any notation', () => {
  const croatian = {
    serialNumber: 0xabn,
    issuer: [
      ['C', 'HR'],
      ['O', 'Čuvar pečata'],
      ['2.5.4.97', 'VATHR-1'],
    ],
  } as unknown as TppCertificate;

  it.each([
    ['by openssl, in the form of RFC 2253', 'organizationIdentifier=VATHR-1,O=\\C4\\8Cuvar pe\\C4\\8Data,C=HR'],
    ['by Java, in the form of RFC 2253', `2.5.4.97=#0c0756415448522d31,O=Čuvar pečata,C=HR`],
    ['as PrintableString', `2.5.4.97=#130756415448522D31,O=Čuvar pečata,C=HR`],
  ])('%s', (_, name) => {
    expect(matchesKeyId(`SN=ab,CA=${name}`, croatian)).toBe(true);
    expect(matchesKeyId(`SN=ab,CA=${encodeURIComponent(name)}`, croatian)).toBe(true);
  });

  it.each(['#0c0656415448522d31', '#0c0856415448522d31', '#040756415448522d31', '#0c07', '#0c'])(
    'but not as %s, which does not encode this text',
    (value) => expect(matchesKeyId(`SN=ab,CA=2.5.4.97=${value},O=Čuvar pečata,C=HR`, croatian)).toBe(false),
  );
});

describe('keyId names no certificate', () => {
  it.each([
    ['of another serial number', `SN=ac,CA=${NAME}`],
    ['with a serial number that is not hexadecimal', `SN=0xab,CA=${NAME}`],
    ['with a serial number longer than any certificate has', `SN=${'0'.repeat(63)}ab,CA=${NAME}`],
    ['without an issuer', 'SN=ab,CA='],
    ['of another issuer', `SN=ab,CA=${NAME}.`],
    ['with an additional part', `SN=ab,CA=${NAME},C=HR`],
    ['with a part without a type', `SN=ab,CA==x,${NAME}`],
    ['with a part without an equals sign', `SN=ab,CA=x,${NAME}`],
    ['with an unclosed quote', `SN=ab,CA=${NAME},X="`],
    ['that ends in the middle of an escape', `SN=ab,CA=${NAME}\\`],
    ['encoded twice', `SN=ab,CA=${encodeURIComponent(encodeURIComponent(NAME))}`],
    ['with more characters than any issuer has', `SN=ab,CA=${NAME}${' '.repeat(2_048)}`],
  ])('%s', (_, keyId) => expect(matchesKeyId(keyId, certificate)).toBe(false));
});
