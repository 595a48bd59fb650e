import { namesHost, readCertificate } from '@xs2a/certificates';
import type { OAuthContext } from '../context.ts';

type RedirectContext = Pick<OAuthContext, 'isSandbox' | 'profile'>;

/** Whether the certificate of a TPP names the domain of an address, as far as the profile wants it (decision 37). */
export function permittedByCertificate(context: RedirectContext, certificate: string, uri: string): boolean {
  const { isSandbox, profile } = context;
  if (!isWellFormed(context, uri)) return false;
  const isStrict =
    profile.redirectDomains === 'refuse' || (profile.redirectDomains === 'refuseInProduction' && !isSandbox);
  if (!isStrict) return true;
  const x509 = readCertificate(Buffer.from(certificate, 'base64'));
  const { protocol, hostname } = new URL(uri);
  const host = protocol === 'https:' ? hostname : protocol.slice(0, -1).split('.').toReversed().join('.');
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
