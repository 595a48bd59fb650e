import { Agent, fetch as undiciFetch } from 'undici';

/** QWAC and private key of the TPP, and the issuer of the bank's certificate, in PEM. */
export interface TlsIdentity {
  readonly certificate: string;
  readonly key: string;
  /** Default: the authorities trusted by Node.js. */
  readonly authority?: string;
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Uses mutual TLS if there is an identity. Connections are kept open and closed when idle. */
export function fetchBy(tls: TlsIdentity | undefined): Fetch {
  if (tls === undefined) return (url, init) => globalThis.fetch(url, init);
  const { certificate: cert, key, authority: ca } = tls;
  const dispatcher = new Agent({ connect: { cert, key, ...(ca !== undefined && { ca }) } });
  // The built-in fetch accepts only agents of the undici version in Node.js.
  const send = undiciFetch as unknown as (url: string, init: object) => Promise<Response>;
  return (url, init) => send(url, { ...init, dispatcher });
}
