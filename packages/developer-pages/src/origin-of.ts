import type { Request } from 'express';

const HOST = /^(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;

/** The address under which the reader reached the page, for the commands. A malformed Host header is not repeated. */
export function originOf(request: Request): string {
  const { host = '' } = request.headers;
  // A TLS-terminating proxy says which protocol the browser used. A forged header changes only the forger's own page.
  const isSecure = request.secure || request.headers['x-forwarded-proto'] === 'https';
  return `${isSecure ? 'https' : 'http'}://${HOST.test(host) ? host : 'localhost:8080'}`;
}

/** The address with mutual TLS on the host that the reader used; with a proxy in front it is the same. */
export function tlsOriginOf(request: Request, port?: number): string {
  const { protocol, host, hostname } = new URL(originOf(request));
  return `https://${protocol === 'https:' || port === undefined ? host : `${hostname}:${port}`}`;
}
