import type { X509Certificate } from 'node:crypto';
import { readCertificate } from '@xs2a/certificates';
import { Xs2aError } from '@xs2a/contracts';
import type { PresentedCertificate } from './certificate-validator.ts';

const PEM = /-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----/g;

/**
 * Returns the certificate that a proxy received, from its `x-forwarded-client-cert` header: `Cert`, and `Chain` if the issuers
 * were sent along, as percent-encoded PEM (Envoy, `SANITIZE_SET`). Undefined if the caller presented none.
 */
export function readForwarded(header: string): PresentedCertificate | undefined {
  const fields = readFields(header);
  const [certificate, ...others] = readPem(fields.get('cert'));
  if (certificate === undefined || others.length > 0) {
    if (fields.has('cert')) throw notReadable();
    return undefined;
  }
  // Envoy's chain begins with the certificate itself.
  return {
    der: certificate.raw,
    issuers: readPem(fields.get('chain')).filter(({ raw }) => !raw.equals(certificate.raw)),
  };
}

/** `Key=value;Key="quoted value"`. A comma outside quotes would start the element of another proxy, which is not trusted. */
function readFields(header: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  const field = /([A-Za-z]+)=(?:"((?:[^"\\]|\\.)*)"|([^",;]*))(;|$)/y;
  while (field.lastIndex < header.length) {
    const [, key = '', quoted, plain = ''] = field.exec(header) ?? [];
    if (key === '') throw notReadable();
    const name = key.toLowerCase();
    // By, URI and DNS may be repeated; Cert and Chain may not.
    if ((name === 'cert' || name === 'chain') && fields.has(name)) throw notReadable();
    fields.set(name, quoted?.replaceAll(/\\(.)/g, '$1') ?? plain);
  }
  return fields;
}

function readPem(encoded: string | undefined): X509Certificate[] {
  if (encoded === undefined) return [];
  try {
    const found = decodeURIComponent(encoded).matchAll(PEM);
    return Array.from(found, ([, base64 = '']) => readCertificate(Buffer.from(base64, 'base64')));
  } catch {
    throw notReadable();
  }
}

function notReadable(): Xs2aError {
  return new Xs2aError('certificateInvalid', { path: 'x-forwarded-client-cert' });
}
