import { namesHost, readCertificate } from '@xs2a/certificates';
import type { OAuthContext } from '../context.ts';

type RedirectContext = Pick<OAuthContext, 'isSandbox' | 'profile'>;

/** Whether an address must be in a domain of the certificate also where its TPP itself sends it (decision 37). */
export function refusesOtherDomains({ isSandbox, profile }: RedirectContext): boolean {
  return profile.redirectDomains === 'refuse' || (profile.redirectDomains === 'refuseInProduction' && !isSandbox);
}

/** Whether the certificate of a TPP, as base64 of its DER, names the domain of an address. */
export function isInDomainOf(certificate: string, uri: string): boolean {
  const x509 = readCertificate(Buffer.from(certificate, 'base64'));
  const { protocol, hostname } = new URL(uri);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  const host = isWeb ? hostname : protocol.slice(0, -1).split('.').toReversed().join('.');
  return x509 !== undefined && namesHost(x509, host);
}

/** No fragment, no user information, TLS or an app; the sandbox permits http. */
export function isWellFormed({ isSandbox, profile }: RedirectContext, uri: string): boolean {
  if (!URL.canParse(uri) || uri.length > 2_048 || /[\s\\]/.test(uri)) return false;
  const { protocol, username, password, hash } = new URL(uri);
  if (username !== '' || password !== '' || hash !== '' || uri.includes('#')) return false;
  if (protocol === 'https:') return true;
  if (protocol === 'http:') return isSandbox;
  // An app: a domain in reverse (RFC 8252, 7.1).
  return profile.redirectUris.includes('app') && /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/.test(protocol);
}
