import { namesHost, readCertificate } from '@xs2a/certificates';
import { NAMED_WITHOUT_CERTIFICATE } from '@xs2a/contracts';
import { isOfferedKind, isRedirectUri, redirectHostOf, redirectUriKindOf } from '@xs2a/service-kit';
import type { OAuthContext } from '../context.ts';

type RedirectContext = Pick<OAuthContext, 'isSandbox' | 'profile'>;

/** Certificates of a TPP as base64 of their DER: the one sent with this request, and the last one seen before. */
interface TppCertificates {
  readonly shown?: string | undefined;
  readonly known?: string | undefined;
}

/** Cannot be a certificate, which begins with an ASN.1 SEQUENCE. */
const NAME_PREFIX = Buffer.from(NAMED_WITHOUT_CERTIFICATE);

/**
 * Whether a TPP may use a redirect URI that it did not send with a resource: one in the domains of its certificate. If the
 * profile accepts other domains, then only from the TPP itself with its certificate, because anybody may write a link (RFC 9700,
 * 4.11.2). A TPP of the sandbox without TLS has no domains: it may send any address itself, but use none in a link.
 */
export function isPermittedRedirect(context: RedirectContext, { shown, known }: TppCertificates, uri: string): boolean {
  if (!isRedirectUri(uri) || !isOfferedKind(redirectUriKindOf(uri), context)) return false;
  const certificate = Buffer.from(shown ?? known ?? '', 'base64');
  const isNameOnly = certificate.subarray(0, NAME_PREFIX.length).equals(NAME_PREFIX);
  if (shown !== undefined && (isNameOnly || !refusesOtherDomains(context))) return true;
  return certificate.length > 0 && !isNameOnly && namesHost(readCertificate(certificate), redirectHostOf(uri));
}

/** Whether a redirect URI must be in a domain of the certificate even if the TPP itself sends it (decision 37). */
function refusesOtherDomains({ isSandbox, profile }: RedirectContext): boolean {
  return profile.redirectDomains === 'refuse' || (profile.redirectDomains === 'refuseInProduction' && !isSandbox);
}
