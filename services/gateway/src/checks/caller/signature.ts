import { createHash, timingSafeEqual } from 'node:crypto';
import type { TppCertificate } from '@xs2a/certificates';
import { ENDPOINTS, type TppRole, Xs2aError } from '@xs2a/contracts';
import type { GatewayContext } from '../../context.ts';
import type { Call } from '../../request/call.ts';
import { readRawBody } from '../../request/raw-body.ts';
import { matchesKeyId } from '../../signatures/key-id.ts';
import { parseSignature, type SentSignature } from '../../signatures/parse-signature.ts';
import { rememberTarget } from '../../signatures/remember-target.ts';
import {
  ALGORITHM_NAMES,
  isKnownAlgorithm,
  isSignedBy,
  otherAlgorithmsOf,
} from '../../signatures/signature-algorithms.ts';
import { isNear, isOutOfTime } from '../../signatures/signature-time.ts';
import { findUnsignedHeaders, signedContent, valuesOf } from '../../signatures/signed-content.ts';
import { readSigningCertificate } from '../../signatures/signing-certificate.ts';

const CERTIFICATE = 'TPP-Signature-Certificate';
const UNSIGNED = 'is needed, with Digest and TPP-Signature-Certificate: this bank takes signed requests only';
const HEXADECIMAL = /^([0-9a-f]{64}|[0-9a-f]{128})$/i;
const SIGNATURE_FORM =
  'keyId="SN=<hexadecimal>,CA=<issuer>",algorithm="rsa-sha256",headers="digest x-request-id",signature="<base64>"';
/** Upper bound on the part of a header name quoted in an error text. */
const NAME_CHARACTERS_MAX = 50;
/** Upper bound on the signed lines listed in an error text. */
const LINES_NAMED_MAX = 12;
const DIGEST_FORM = 'SHA-256= or SHA-512= and the hash of the body in base64';
const DIGEST = /^(SHA-256|SHA-512)=([A-Za-z0-9+/]{1,128}={0,2})$/i;

/** Verifies every signature that is sent. The profile may make it mandatory, and prescribe the headers it covers (decision 26). */
export function signature(call: Call, context: GatewayContext): void | Promise<void> {
  const [sent, digest, certificate] = ['Signature', 'Digest', CERTIFICATE].map((name) => sentOnce(call, name));
  if (sent === undefined) {
    // Digest is only allowed with Signature.
    if (digest !== undefined)
      throw new Xs2aError('signatureMissing', { path: 'Signature', text: 'is needed where Digest is sent' });
    if (context.profile.signatureRequired)
      throw new Xs2aError('signatureMissing', { path: 'Signature', text: UNSIGNED });
    return;
  }
  if (digest === undefined) throw new Xs2aError('digestMissing', { path: 'Digest' });
  if (certificate === undefined) throw new Xs2aError('signingCertificateMissing', { path: CERTIFICATE });
  return checkSigned(call, context, { sent, digest, certificate });
}

async function checkSigned(
  call: Call,
  context: GatewayContext,
  { sent, digest, certificate }: { sent: string; digest: string; certificate: string },
): Promise<void> {
  const presented = readSigningCertificate(certificate);
  const signer = await context.certificates.validateOnline(presented, 'seal', CERTIFICATE);
  checkOwner(call, signer);
  const { covered } = checkSignature(call, signer, sent, context);
  await checkDigest(call, digest, context);
  if (!covered.includes('(request-target)')) await rememberTarget(call, covered.includes('date'), context);
}

/**
 * Returns the value of a header. A repeated header is refused like any other header of the interface, and an empty one counts as
 * absent.
 */
function sentOnce(call: Call, name: string): string | undefined {
  const [value, ...others] = valuesOf(call, name.toLowerCase());
  if (others.length > 0) throw new Xs2aError('headerInvalid', { path: name, text: 'must be sent once' });
  return value === '' ? undefined : value;
}

function checkOwner({ tpp, endpoint }: Call, signer: TppCertificate): void {
  if (signer.organizationIdentifier !== tpp.id) throw new Xs2aError('certificateOfOtherTpp', { path: CERTIFICATE });
  const roles: readonly TppRole[] = ENDPOINTS[endpoint].roles;
  if (!roles.some((role) => signer.roles.includes(role))) throw new Xs2aError('roleMissing', { path: CERTIFICATE });
}

function checkSignature(
  call: Call,
  signer: TppCertificate,
  header: string,
  { now, profile }: Pick<GatewayContext, 'now' | 'profile'>,
): { covered: readonly string[] } {
  const sent = parseSignature(header);
  if (sent === undefined) throw invalid('Signature', `it must be ${SIGNATURE_FORM}`);
  if (!isKnownAlgorithm(sent.algorithm)) {
    throw invalid('Signature', `its algorithm is unknown; it must be one of ${ALGORITHM_NAMES.join(', ')}`);
  }
  const others = otherAlgorithmsOf(sent.algorithm, signer.x509.publicKey);
  if (others.length > 0) {
    throw invalid('Signature', `its algorithm is not of the key of ${CERTIFICATE}, whose are ${others.join(', ')}`);
  }
  if (!matchesKeyId(sent.keyId, signer)) {
    const own = signer.serialNumber.toString(16).toUpperCase();
    throw invalid('Signature', `its keyId must name the certificate sent, as SN=${own},CA=<name of its issuer>`);
  }
  const [uncovered] = findUnsignedHeaders(call, sent.covered, profile.signature.mustCover);
  if (uncovered !== undefined)
    throw invalid('Signature', `it does not cover ${uncovered}: sign its line, and name it in headers`);
  const content = signedContent(call, sent.covered);
  if (content === undefined) {
    const unsent = sent.covered.find((name) => !name.startsWith('(') && valuesOf(call, name).length !== 1);
    const named = unsent === undefined ? 'something that is no header' : unsent.slice(0, NAME_CHARACTERS_MAX);
    throw invalid('Signature', `it covers ${named}, which is not sent once with this request`);
  }
  checkTime(call, sent, now());
  if (!isSignedBy(sent.algorithm, signer.x509.publicKey, content, sent.signature)) {
    const lines = sent.covered.slice(0, LINES_NAMED_MAX).join(', ');
    throw invalid(
      'Signature',
      `it does not verify with the key of ${CERTIFICATE} over the lines of ${lines}, in this order`,
    );
  }
  return sent;
}

/** Checks the time of the signature. A `Date` header must be covered and current if it is sent (decision 26). */
function checkTime(call: Call, sent: SentSignature, now: Date): void {
  if (isOutOfTime(sent, now)) throw invalid('Signature', 'it has expired or is from the future');
  const [date] = valuesOf(call, 'date');
  if (date === undefined) return;
  if (!sent.covered.includes('date')) throw invalid('Date', 'it is sent and not covered by the signature');
  if (!isNear(date, now)) throw invalid('Date', `it must be an HTTP date within 300 seconds of ${now.toUTCString()}`);
}

/** Compares the digest with the received bytes. */
async function checkDigest(call: Call, header: string, { profile }: Pick<GatewayContext, 'profile'>): Promise<void> {
  const [, name = '', value = ''] = DIGEST.exec(header.trim()) ?? [];
  if (name === '') throw invalid('Digest', `it must be ${DIGEST_FORM}${digestFault(header)}`);
  const body = await readRawBody(call, profile);
  const own = Buffer.from(createHash(name.replace('-', '').toLowerCase()).update(body).digest('base64'));
  const sent = Buffer.from(value);
  if (HEXADECIMAL.test(value)) throw invalid('Digest', 'its hash is in hexadecimal and must be in base64');
  const bytes = Buffer.from(value, 'base64').length;
  if (sent.length !== own.length) {
    const needed = Buffer.from(own.toString(), 'base64').length;
    throw invalid('Digest', `its hash has ${bytes} bytes, and one of ${name.toUpperCase()} has ${needed}`);
  }
  if (!timingSafeEqual(sent, own)) {
    throw invalid('Digest', `it does not match the body as it arrived, of ${body.length} bytes`);
  }
}

/** Describes the fault of a malformed digest. */
function digestFault(header: string): string {
  const [, algorithm = ''] = /^([A-Za-z0-9_-]{1,20})=[^=]/.exec(header.trim()) ?? [];
  if (/^sha[-_/]?(256|512)$/i.test(algorithm)) {
    if (header.trim().endsWith(':')) return ': without the colons of RFC 9530';
    return algorithm.includes('-') ? ': what follows is no base64' : ': the name has a hyphen';
  }
  return algorithm === '' ? ': it begins with no algorithm and =' : ': its algorithm is another';
}

function invalid(path: string, text: string): Xs2aError {
  return new Xs2aError('signatureInvalid', { path, text });
}
