import { Agent, fetch as undiciFetch } from 'undici';

/** What a TPP shows at the door: its QWAC and key, and the authority of the bank's own certificate, in PEM. */
export interface TlsIdentity {
  readonly certificate: string;
  readonly key: string;
  /** The authorities of the machine where it is left out. */
  readonly authority?: string;
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Sends by mutual TLS where there is an identity; its connections are kept, and close when they are idle. */
export function fetchBy(tls: TlsIdentity | undefined): Fetch {
  if (tls === undefined) return (url, init) => globalThis.fetch(url, init);
  const { certificate: cert, key, authority: ca } = tls;
  const dispatcher = new Agent({ connect: { cert, key, ...(ca !== undefined && { ca }) } });
  // The fetch that Node brings speaks to agents of its own version alone.
  const send = undiciFetch as unknown as (url: string, init: object) => Promise<Response>;
  return (url, init) => send(url, { ...init, dispatcher });
}
