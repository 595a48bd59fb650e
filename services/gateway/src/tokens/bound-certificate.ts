import { createHash } from 'node:crypto';
import { NAMED_WITHOUT_CERTIFICATE } from '@xs2a/contracts';
import type { Call } from '../request/call.ts';

/** Replaces the certificate for TPPs of a sandbox without TLS. */
const placeholderOf = (tppId: string): Buffer => Buffer.from(NAMED_WITHOUT_CERTIFICATE + tppId);

/** Returns the certificate to which a token is bound, as base64 of its DER. */
export function certificateOf({ certificate, tpp }: Pick<Call, 'certificate' | 'tpp'>): string {
  return (certificate === undefined ? placeholderOf(tpp.id) : certificate.x509.raw).toString('base64');
}

/** Returns the certificate's SHA-256 in base64url (RFC 8705, 3.1). */
export function thumbprintOf({ certificate, tpp }: Pick<Call, 'certificate' | 'tpp'>): string {
  return certificate?.thumbprint ?? createHash('sha256').update(placeholderOf(tpp.id)).digest('base64url');
}
