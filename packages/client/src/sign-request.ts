import { createHash, createPrivateKey, sign, X509Certificate } from 'node:crypto';

/** The QSealC of a TPP and its private key, in PEM. */
export interface SigningKey {
  readonly certificate: string;
  readonly key: string;
}

/** Request to sign; the signature is added to its headers. */
export interface RequestToSign {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: string;
}

const TARGET = '(request-target)';
const COVERED = ['date', 'digest', 'x-request-id', 'psu-id', 'psu-corporate-id', 'tpp-redirect-uri'];

/**
 * Adds `Date`, `Digest`, `Signature` and `TPP-Signature-Certificate` (draft-cavage-http-signatures-10 with the profile of the
 * standard). Also covers method, address and time, so that the signature is useless for another or a later request.
 */
export function signRequest({ certificate, key }: SigningKey, { method, url, headers, body }: RequestToSign): void {
  headers.set('Date', new Date().toUTCString());
  headers.set('Digest', `SHA-256=${createHash('sha256').update(body).digest('base64')}`);
  const sent = COVERED.filter((name) => headers.has(name));
  const covered = [TARGET, ...sent];
  const lines = sent.map((name) => `${name}: ${headers.get(name)}`);
  const content = [`${TARGET}: ${method.toLowerCase()} ${url.pathname}${url.search}`, ...lines].join('\n');
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

/** One line, percent-encoded: a header must be ASCII, and a quoted value must not contain quotes. */
function issuerOf({ issuer }: X509Certificate): string {
  const parts = issuer.split('\n').map((part) => {
    const separator = part.indexOf('=');
    return `${part.slice(0, separator)}=${part.slice(separator + 1).replaceAll(/[\\",;+]/g, '\\$&')}`;
  });
  return encodeURIComponent(parts.join(','));
}
