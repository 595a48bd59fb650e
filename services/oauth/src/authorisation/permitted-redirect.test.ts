import { X509Certificate } from 'node:crypto';
import { TestAuthority } from '@xs2a/certificates';
import { PROFILE_PRESETS } from '@xs2a/contracts';
import { expect, it } from 'vitest';
import { isPermittedRedirect } from './permitted-redirect.ts';

const OWN = 'https://tpp.example/ok';
const OTHER = 'https://other.example/ok';

const DAY_MS = 86_400_000;
const authority = await TestAuthority.create(new Date());
const issued = await authority.issueTpp({
  organizationIdentifier: 'PSDHR-HNB-NAMES',
  name: 'Names',
  roles: ['PISP'],
  qcType: 'web',
  commonName: 'tpp.example',
  notBefore: new Date(Date.now() - DAY_MS),
  notAfter: new Date(Date.now() + DAY_MS),
});
const certificate = new X509Certificate(issued.certificate).raw.toString('base64');
const nameAlone = Buffer.from('sandbox PSDHR-HNB-SANDBOX').toString('base64');

it.each([
  ['its own domain, with its certificate', 'refuse', { shown: certificate }, OWN, true],
  ['no other domain, with its certificate', 'refuse', { shown: certificate }, OTHER, false],
  ['another domain, with its certificate, if the bank accepts it', 'warn', { shown: certificate }, OTHER, true],
  ['its own domain in a link', 'warn', { known: certificate }, OWN, true],
  ['no other domain in a link, even if the bank accepts it', 'warn', { known: certificate }, OTHER, false],
  ['any domain without a certificate, in the sandbox without TLS', 'refuse', { shown: nameAlone }, OWN, true],
  ['no domain in a link, in the sandbox without TLS', 'warn', { known: nameAlone }, OWN, false],
  ['no domain in a link, if its certificate was never seen', 'ignore', {}, OWN, false],
] as const)('a TPP may use %s', (_, redirectDomains, ofTpp, uri, isPermitted) => {
  const profile = { ...PROFILE_PRESETS['hr-full'], redirectDomains };
  expect(isPermittedRedirect({ isSandbox: true, profile }, ofTpp, uri)).toBe(isPermitted);
});
