import { namesHost, readCertificate } from '@xs2a/certificates';
import { NAMED_WITHOUT_CERTIFICATE } from '@xs2a/contracts';
import { isOfferedKind, isRedirectUri, redirectHostOf, redirectUriKindOf } from '@xs2a/service-kit';
import type { OAuthContext } from '../context.ts';

type RedirectContext = Pick<OAuthContext, 'isSandbox' | 'profile'>;

/** A certificate of a TPP as base64 of its DER: the one shown with this request, or the one it was last seen with. */
interface OfTpp {
  readonly shown?: string | undefined;
  readonly known?: string | undefined;
}

/** No certificate begins so: it begins with a SEQUENCE of ASN.1. */
const NAME_ALONE = Buffer.from(NAMED_WITHOUT_CERTIFICATE);

/**
 * Whether a TPP may name an address that it did not name with a resource: one in the domains of its certificate. A profile that
 * accepts other domains does so from the TPP itself, which shows its certificate: anybody may write a link (RFC 9700, 4.11.2).
 * A TPP of the sandbox without TLS has no domains: it may send any address itself, and none by a link.
 */
export function isPermittedRedirect(context: RedirectContext, { shown, known }: OfTpp, uri: string): boolean {
  if (!isRedirectUri(uri) || !isOfferedKind(redirectUriKindOf(uri), context)) return false;
  const certificate = Buffer.from(shown ?? known ?? '', 'base64');
  const isNameAlone = certificate.subarray(0, NAME_ALONE.length).equals(NAME_ALONE);
  if (shown !== undefined && (isNameAlone || !refusesOtherDomains(context))) return true;
  return certificate.length > 0 && !isNameAlone && namesHost(readCertificate(certificate), redirectHostOf(uri));
}

/** Whether an address must be in a domain of the certificate also where its TPP itself sends it (decision 37). */
function refusesOtherDomains({ isSandbox, profile }: RedirectContext): boolean {
  return profile.redirectDomains === 'refuse' || (profile.redirectDomains === 'refuseInProduction' && !isSandbox);
}
