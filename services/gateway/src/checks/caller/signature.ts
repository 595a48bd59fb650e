import { createHash, timingSafeEqual } from 'node:crypto';
import type { TppCertificate } from '@xs2a/certificates';
import { ENDPOINTS, type TppRole, Xs2aError } from '@xs2a/contracts';
import type { GatewayContext } from '../../context.ts';
import type { Call } from '../../request/call.ts';
import { readRawBody } from '../../request/raw-body.ts';
import { namesCertificate } from '../../signatures/key-id.ts';
import { parseSignature } from '../../signatures/parse-signature.ts';
import { isSignedBy } from '../../signatures/signature-algorithms.ts';
import { signedContent, valuesOf } from '../../signatures/signed-content.ts';
import { readSigningCertificate } from '../../signatures/signing-certificate.ts';

/** Largest difference between a signed `Date` and now. */
const SKEW_MS_MAX = 300_000;
const CERTIFICATE = 'TPP-Signature-Certificate';
const DIGEST = /^(SHA-256|SHA-512)=([A-Za-z0-9+/]+={0,2})$/i;

/** A signature is verified whenever it is sent. The profile may require one (decision 26). */
export function signature(call: Call, context: GatewayContext): void | Promise<void> {
  const [sent, digest, certificate] = ['Signature', 'Digest', CERTIFICATE].map((name) => sentOnce(call, name));
  if (sent === undefined) {
    // Digest comes with Signature only.
    if (digest !== undefined || context.profile.signatureRequired) throw new Xs2aError('signatureMissing');
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
  checkSignature(call, signer, sent, context);
  await checkDigest(call, digest, context);
}

/** A repeated header is refused like any other header of the interface. */
function sentOnce(call: Call, name: string): string | undefined {
  const [value, ...others] = valuesOf(call, name.toLowerCase());
  if (others.length > 0) throw new Xs2aError('headerInvalid', { path: name, text: 'must be sent once' });
  return value;
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
  { now }: Pick<GatewayContext, 'now'>,
): void {
  const sent = parseSignature(header);
  if (sent === undefined) throw invalid('Signature', 'the header is malformed');
  if (!namesCertificate(sent.keyId, signer)) throw invalid('Signature', 'keyId does not name the certificate sent');
  const content = signedContent(call, sent.covered);
  if (content === undefined) throw invalid('Signature', 'a header is not covered, or covered and not sent once');
  if (sent.covered.includes('date') && !isNear(valuesOf(call, 'date')[0] ?? '', now())) {
    throw invalid('Date', 'it is more than 300 seconds from the present');
  }
  if (!isSignedBy(sent.algorithm, signer.x509.publicKey, content, sent.signature)) {
    throw invalid('Signature', 'it does not verify with this algorithm and certificate');
  }
}

function isNear(date: string, now: Date): boolean {
  // An invalid date is NaN, which is never near.
  return Math.abs(new Date(date).getTime() - now.getTime()) <= SKEW_MS_MAX;
}

/** The digest of the bytes as they were sent. */
async function checkDigest(call: Call, header: string, { profile }: Pick<GatewayContext, 'profile'>): Promise<void> {
  const [, name = '', value = ''] = DIGEST.exec(header.trim()) ?? [];
  if (name === '') throw invalid('Digest', 'it must be one of SHA-256 or SHA-512');
  const body = await readRawBody(call, profile);
  const own = createHash(name.replace('-', '').toLowerCase()).update(body).digest();
  const sent = Buffer.from(value, 'base64');
  if (sent.length !== own.length || !timingSafeEqual(sent, own)) throw invalid('Digest', 'it does not match the body');
}

function invalid(path: string, text: string): Xs2aError {
  return new Xs2aError('signatureInvalid', { path, text });
}
