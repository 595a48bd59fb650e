import { namesHost, readCertificate } from '@xs2a/certificates';
import { isOfferedKind, isRedirectUri, redirectHostOf, redirectUriKindOf } from '@xs2a/service-kit';
import type { OAuthContext } from '../context.ts';

type RedirectContext = Pick<OAuthContext, 'isSandbox' | 'profile'>;

/** Whether an address must be in a domain of the certificate also where its TPP itself sends it (decision 37). */
export function refusesOtherDomains({ isSandbox, profile }: RedirectContext): boolean {
  return profile.redirectDomains === 'refuse' || (profile.redirectDomains === 'refuseInProduction' && !isSandbox);
}

/** Whether the certificate of a TPP, as base64 of its DER, names the domain of an address. */
export function isInDomainOf(certificate: string, uri: string): boolean {
  const x509 = readCertificate(Buffer.from(certificate, 'base64'));
  return x509 !== undefined && namesHost(x509, redirectHostOf(uri));
}

/** Whether a TPP may name this address, by the same rules as for its resources. */
export function isAcceptable(context: RedirectContext, uri: string): boolean {
  return isRedirectUri(uri) && isOfferedKind(redirectUriKindOf(uri), context);
}
