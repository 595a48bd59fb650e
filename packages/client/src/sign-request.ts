import { createHash, createPrivateKey, sign, X509Certificate } from 'node:crypto';

/** The QSealC of a TPP and its private key, in PEM. */
export interface SigningKey {
  readonly certificate: string;
  readonly key: string;
}

const COVERED = ['digest', 'x-request-id', 'psu-id', 'psu-corporate-id', 'tpp-redirect-uri'];

/** Adds `Digest`, `Signature` and `TPP-Signature-Certificate` (draft-cavage-http-signatures-10, as the standard profiles it). */
export function signRequest({ certificate, key }: SigningKey, headers: Headers, body: string): void {
  headers.set('Digest', `SHA-256=${createHash('sha256').update(body).digest('base64')}`);
  const covered = COVERED.filter((name) => headers.has(name));
  const content = covered.map((name) => `${name}: ${headers.get(name)}`).join('\n');
  const privateKey = createPrivateKey(key);
  const algorithm = privateKey.asymmetricKeyType === 'ec' ? 'ecdsa-sha256' : 'rsa-sha256';
  const own = new X509Certificate(certificate);
  const parameters = {
    keyId: `SN=${own.serialNumber},CA=${issuerOf(own)}`,
    algorithm,
    headers: covered.join(' '),
    signature: sign('sha256', Buffer.from(content, 'latin1'), privateKey).toString('base64'),
  };
  headers.set(
    'Signature',
    Object.entries(parameters)
      .map(([name, value]) => `${name}="${value}"`)
      .join(','),
  );
  headers.set('TPP-Signature-Certificate', own.raw.toString('base64'));
}

/** One line, percent-encoded: a header has ASCII characters only, and no quotes inside quotes. */
function issuerOf({ issuer }: X509Certificate): string {
  const parts = issuer.split('\n').map((part) => {
    const separator = part.indexOf('=');
    return `${part.slice(0, separator)}=${part.slice(separator + 1).replaceAll(/[\\",;+]/g, '\\$&')}`;
  });
  return encodeURIComponent(parts.join(','));
}
