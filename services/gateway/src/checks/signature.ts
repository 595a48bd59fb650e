import { createHash, timingSafeEqual } from 'node:crypto';
import type { TppCertificate } from '@xs2a/certificates';
import { ENDPOINTS, type TppRole, Xs2aError } from '@xs2a/contracts';
import type { Call } from '../call.ts';
import { readRawBody } from '../read-raw-body.ts';
import type { House } from '../request-checks.ts';
import { isSignedBy } from '../signatures/algorithms.ts';
import { namesCertificate } from '../signatures/key-id.ts';
import { parseSignature } from '../signatures/parse-signature.ts';
import { readSeal } from '../signatures/read-seal.ts';
import { signedContent, valuesOf } from '../signatures/signed-content.ts';

/** How far a covered `Date` may be from the present, either way. */
const SKEW_MS_MAX = 300_000;
const CERTIFICATE = 'TPP-Signature-Certificate';
const DIGEST = /^(SHA-256|SHA-512)=([A-Za-z0-9+/]+={0,2})$/i;

/** A signature is verified whenever it is sent, and missed where the profile demands one (decision 26). */
export function signature(call: Call, house: House): void | Promise<void> {
  const [sent, digest, certificate] = ['Signature', 'Digest', CERTIFICATE].map((name) => sentOnce(call, name));
  if (sent === undefined) {
    // Digest if and only if Signature (decision 26).
    if (digest !== undefined || house.profile.signatureRequired) throw new Xs2aError('signatureMissing');
    return;
  }
  if (digest === undefined) throw new Xs2aError('digestMissing', { path: 'Digest' });
  if (certificate === undefined) throw new Xs2aError('signingCertificateMissing', { path: CERTIFICATE });
  return checkSeal(call, house, { sent, digest, certificate });
}

async function checkSeal(
  call: Call,
  house: House,
  { sent, digest, certificate }: { sent: string; digest: string; certificate: string },
): Promise<void> {
  const seal = await house.judge.judgeOnline(readSeal(certificate), 'seal', CERTIFICATE);
  checkOwner(call, seal);
  checkSignature(call, seal, sent, house);
  await checkDigest(call, digest, house);
}

/** Two of a name would mean neither; said as for any header of the interface. */
function sentOnce(call: Call, name: string): string | undefined {
  const [value, ...others] = valuesOf(call, name.toLowerCase());
  if (others.length > 0) throw new Xs2aError('headerInvalid', { path: name, text: 'must be sent once' });
  return value;
}

function checkOwner({ tpp, endpoint }: Call, seal: TppCertificate): void {
  if (seal.organizationIdentifier !== tpp.id) throw new Xs2aError('certificateOfOtherTpp', { path: CERTIFICATE });
  const roles: readonly TppRole[] = ENDPOINTS[endpoint].roles;
  if (!roles.some((role) => seal.roles.includes(role))) throw new Xs2aError('roleMissing', { path: CERTIFICATE });
}

function checkSignature(call: Call, seal: TppCertificate, header: string, { now }: House): void {
  const sent = parseSignature(header);
  if (sent === undefined) throw invalid('Signature', 'the header is malformed');
  if (!namesCertificate(sent.keyId, seal)) throw invalid('Signature', 'keyId does not name the certificate sent');
  const content = signedContent(call, sent.covered);
  if (content === undefined) throw invalid('Signature', 'a header is not covered, or covered and not sent once');
  if (sent.covered.includes('date') && !isNear(valuesOf(call, 'date')[0] ?? '', now())) {
    throw invalid('Date', 'it is more than 300 seconds from the present');
  }
  if (!isSignedBy(sent.algorithm, seal.x509.publicKey, content, sent.signature)) {
    throw invalid('Signature', 'it does not verify with this algorithm and certificate');
  }
}

function isNear(date: string, now: Date): boolean {
  // Something that is no date is NaN, and near nothing.
  return Math.abs(new Date(date).getTime() - now.getTime()) <= SKEW_MS_MAX;
}

/** Over the bytes as they came, before anything is read from them. */
async function checkDigest(call: Call, header: string, { profile }: House): Promise<void> {
  const [, name = '', value = ''] = DIGEST.exec(header.trim()) ?? [];
  if (name === '') throw invalid('Digest', 'it must be one of SHA-256 or SHA-512');
  const body = await readRawBody(call, profile);
  const own = createHash(name.replace('-', '').toLowerCase()).update(body).digest();
  const sent = Buffer.from(value, 'base64');
  if (sent.length !== own.length || !timingSafeEqual(sent, own)) throw invalid('Digest', 'it is of another body');
}

function invalid(path: string, text: string): Xs2aError {
  return new Xs2aError('signatureInvalid', { path, text });
}
