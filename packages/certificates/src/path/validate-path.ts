import type { X509Certificate } from 'node:crypto';
import { Certificate, CertificateChainValidationEngine } from 'pkijs';
import type { QcType } from '../tpp/psd2-statement.ts';
import { candidatePaths } from './candidate-paths.ts';
import { type CertificateFacts, readFacts } from './certificate-facts.ts';
import { CERTIFICATE_RULES, PATH_RULES } from './path-rules.ts';

/** Maximum number of issuers sent with a certificate. More only cost time. */
export const ISSUERS_SENT_MAX = 6;
/** Qualified certificates have 2 to 3 kB. */
const BYTES_MAX = 16 * 1024;

export interface PathOptions {
  readonly certificate: X509Certificate;
  /** Issuers sent with it, in any order. */
  readonly sent: readonly X509Certificate[];
  /** The authorities on the trust list. */
  readonly authorities: readonly X509Certificate[];
  readonly qcType: QcType;
  readonly now: Date;
}

/** Issuers from a certificate to an authority on the trust list, or the reason why there is no valid path. */
export type PathResult = { readonly issuers: readonly X509Certificate[] } | { readonly refused: string };

/**
 * Validates the path of a certificate (RFC 5280, 6; decision 32). Node verifies the signatures, the rules check each certificate,
 * and the validator of pkijs checks the path. The caller checks time and revocation, because they change. Of several valid paths,
 * returns one whose issuers are valid now.
 */
export async function validatePath({ certificate, sent, authorities, qcType, now }: PathOptions): Promise<PathResult> {
  if (sent.length > ISSUERS_SENT_MAX) return { refused: `more than ${ISSUERS_SENT_MAX} issuers were sent with it` };
  if ([certificate, ...sent].some(({ raw }) => raw.length > BYTES_MAX)) return { refused: 'it is too long' };
  const refusals: string[] = [];
  let untimely: PathResult | undefined;
  for (const issuers of candidatePaths(certificate, sent, authorities)) {
    const refusal = await refusalOf([certificate, ...issuers], qcType);
    if (refusal !== undefined) refusals.push(refusal);
    else if (issuers.every((issuer) => isValidAt(issuer, now))) return { issuers };
    else untimely ??= { issuers };
  }
  return untimely ?? { refused: refusals[0] ?? 'it was not issued by an authority on the trust list' };
}

export function isValidAt({ validFromDate, validToDate }: X509Certificate, now: Date): boolean {
  return now >= validFromDate && now <= validToDate;
}

async function refusalOf(path: readonly X509Certificate[], qcType: QcType): Promise<string | undefined> {
  try {
    const facts = path.map(readFacts);
    return certificateRefusal(facts, qcType) ?? pathRefusal(facts, qcType) ?? (await validatorRefusal(path));
  } catch {
    // The messages of the parsers are not passed on, because they quote the certificate.
    return 'it, or the certificate of an issuer, is malformed';
  }
}

function certificateRefusal(path: readonly CertificateFacts[], qcType: QcType): string | undefined {
  for (const [index, facts] of path.entries()) {
    const place = index === 0 ? 'leaf' : index === path.length - 1 ? 'anchor' : 'issuer';
    const broken = CERTIFICATE_RULES.find(({ at, holds }) => at.includes(place) && !holds(facts, qcType));
    if (broken !== undefined) return `${place === 'leaf' ? 'it' : 'the certificate of an issuer'} ${broken.otherwise}`;
  }
  return undefined;
}

function pathRefusal(path: readonly CertificateFacts[], qcType: QcType): string | undefined {
  return PATH_RULES.find(({ holds }) => !holds(path, qcType))?.otherwise;
}

/** The validator checks names, authorities, key usages, policies and name constraints of a single path. */
async function validatorRefusal(path: readonly X509Certificate[]): Promise<string | undefined> {
  const checkDate = new Date(Math.max(...path.map(({ validFromDate }) => validFromDate.getTime())));
  // There is no time at which all are valid: the caller refuses the path at any time.
  if (!path.every((one) => isValidAt(one, checkDate))) return undefined;
  const parsed = path.map(({ raw }) => Certificate.fromBER(new Uint8Array(raw)));
  const [leaf, ...issuers] = parsed as [Certificate, ...Certificate[]];
  const authority = issuers.pop() as Certificate;
  const engine = new CertificateChainValidationEngine({
    trustedCerts: [authority],
    certs: [...issuers.toReversed(), leaf],
    checkDate,
    // By default, it would endlessly follow authorities that certify each other.
    findIssuer: async (one) => parsed.slice(parsed.indexOf(one) + 1, parsed.indexOf(one) + 2),
  });
  const { result } = await engine.verify();
  return result ? undefined : 'its path to the trust list breaks policies or constraints of an authority';
}
