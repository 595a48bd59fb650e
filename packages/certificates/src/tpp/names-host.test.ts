import { X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import { namesHost, TestAuthority } from '../index.ts';

const DAY_MS = 86_400_000;
const authority = await TestAuthority.create(new Date());

async function webCertificate(commonName: string, dnsNames: readonly string[]): Promise<X509Certificate> {
  const { certificate } = await authority.issueTpp({
    organizationIdentifier: 'PSDHR-HNB-NAMES',
    name: 'Names',
    roles: ['PISP'],
    qcType: 'web',
    commonName,
    dnsNames,
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + DAY_MS),
  });
  return new X509Certificate(certificate);
}

const NAMED = await webCertificate('pay.example', ['bank.example.hr', '*.wild.example', 'xn--ra-hia.example']);

it.each([
  ['pay.example', 'the CN'],
  ['hooks.pay.example', 'below the CN'],
  ['bank.example.hr', 'a DNS name'],
  ['a.b.bank.example.hr', 'below a DNS name'],
  ['one.wild.example', 'a wildcard'],
  ['two.one.wild.example', 'below a wildcard'],
  ['BANK.example.HR', 'whatever its case'],
])('%s is covered by the certificate: %s (decision 26)', (host) => {
  expect(namesHost(NAMED, host)).toBe(true);
});

it.each([
  ['other.example', 'another domain'],
  ['example.hr', 'a domain above a named one'],
  ['evilbank.example.hr', 'the same end without a dot between'],
  ['bank.example.hr.evil.example', 'a named one as the beginning'],
  ['wild.example', 'a wildcard does not name its own domain'],
  ['bank.example.hr.', 'a trailing dot'],
  ['', 'nothing'],
  ['127.0.0.1', 'an address'],
])('%s is not covered by the certificate: %s', (host) => {
  expect(namesHost(NAMED, host)).toBe(false);
});

it.each(['hr', 'Names', '*.hr', '*', '127.0.0.1', 'a b.example'])(
  'the CN "%s" names no host: it is no domain',
  async (commonName) => {
    const certificate = await webCertificate(commonName, []);
    for (const host of ['any.hr', 'Names', 'names', '127.0.0.1', 'x.127.0.0.1', 'b.example'])
      expect(namesHost(certificate, host)).toBe(false);
  },
);
