import { constants, createHash, sign, X509Certificate } from 'node:crypto';
import type { IssuedCertificate } from '@xs2a/certificates';

export interface Signing {
  readonly algorithm?: string;
  readonly hash?: string;
  readonly isPss?: boolean;
  readonly digest?: 'SHA-256' | 'SHA-512';
  readonly covered?: readonly string[];
  readonly keyId?: string;
  readonly target?: string;
}

/** Signs a request (draft-cavage-http-signatures-10) and returns the headers to add. */
export function signed(
  signer: IssuedCertificate,
  body: string,
  own: Readonly<Record<string, string>> = {},
  {
    algorithm = 'rsa-sha256',
    hash = 'sha256',
    isPss = false,
    digest = 'SHA-256',
    covered,
    keyId,
    target,
  }: Signing = {},
): Record<string, string> {
  const x509 = new X509Certificate(signer.certificate);
  const content = createHash(digest.replace('-', '').toLowerCase()).update(body).digest('base64');
  const headers: Record<string, string> = {
    'X-Request-ID': crypto.randomUUID(),
    Digest: `${digest}=${content}`,
    'TPP-Signature-Certificate': x509.raw.toString('base64'),
    ...own,
  };
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  if (target !== undefined) byName.set('(request-target)', target);
  const sent = ['psu-id', 'psu-corporate-id', 'tpp-redirect-uri'].filter((name) => byName.has(name));
  const names = covered ?? ['digest', 'x-request-id', ...sent];
  const text = names.map((name) => `${name}: ${byName.get(name) ?? ''}`).join('\n');
  const padding = isPss ? { padding: constants.RSA_PKCS1_PSS_PADDING } : {};
  const signature = sign(hash, Buffer.from(text), { key: signer.key, ...padding }).toString('base64');
  const id = keyId ?? `SN=${x509.serialNumber},CA=${x509.issuer.replaceAll('\n', ',')}`;
  const parts = [
    `keyId="${id}"`,
    `algorithm="${algorithm}"`,
    `headers="${names.join(' ')}"`,
    `signature="${signature}"`,
  ];
  return { ...headers, Signature: parts.join(',') };
}
