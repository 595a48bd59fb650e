import type { X509Certificate } from 'node:crypto';
import { isQuick } from './path-rules.ts';

/** Maximum number of issuers above a certificate; qualified trust services have one or two. */
const ISSUERS_MAX = 4;
/** Maximum number of paths to try. There are several if authorities certify each other. */
const PATHS_MAX = 8;

/**
 * Finds the paths from a certificate to an authority on the trust list over the issuers sent with it, by names, key identifiers
 * and signatures only. The number of issuers must be small; each signature is verified once.
 */
export function candidatePaths(
  certificate: X509Certificate,
  sent: readonly X509Certificate[],
  authorities: readonly X509Certificate[],
): X509Certificate[][] {
  const between = sent.filter(
    (one, index) => !isSelfSigned(one) && sent.findIndex((other) => isSame(one, other)) === index,
  );
  const known = new Map<X509Certificate, Map<X509Certificate, boolean>>();
  const hasIssuedOnce = (issuer: X509Certificate, child: X509Certificate): boolean => {
    const answers = known.get(child) ?? new Map<X509Certificate, boolean>();
    known.set(child, answers);
    const answer = answers.get(issuer) ?? hasIssued(issuer, child);
    answers.set(issuer, answer);
    return answer;
  };
  const paths: X509Certificate[][] = [];
  const extend = (chain: readonly X509Certificate[]): void => {
    const child = chain.at(-1) ?? certificate;
    if (chain.length >= ISSUERS_MAX || paths.length >= PATHS_MAX) return;
    const above = authorities.filter((one) => hasIssuedOnce(one, child));
    paths.push(...above.map((authority) => [...chain, authority]));
    for (const one of between) if (!chain.includes(one) && hasIssuedOnce(one, child)) extend([...chain, one]);
  };
  extend([]);
  return paths.slice(0, PATHS_MAX);
}

function hasIssued(issuer: X509Certificate, certificate: X509Certificate): boolean {
  return issuer.ca && certificate.checkIssued(issuer) && isVerifiedBy(issuer, certificate);
}

function isSelfSigned(certificate: X509Certificate): boolean {
  return certificate.checkIssued(certificate) && isVerifiedBy(certificate, certificate);
}

function isVerifiedBy(issuer: X509Certificate, certificate: X509Certificate): boolean {
  try {
    const { publicKey } = issuer;
    return isQuick(publicKey) && certificate.verify(publicKey);
  } catch {
    // A key of an unknown kind.
    return false;
  }
}

function isSame(one: X509Certificate, other: X509Certificate): boolean {
  return one === other || one.raw.equals(other.raw);
}
