import type { Request } from 'express';

const HOST = /^(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;

/** The address under which the reader reached the page, for the commands. A malformed Host header is not repeated. */
export function originOf(request: Request): string {
  const { host = '' } = request.headers;
  // A TLS-terminating proxy says which protocol the browser used. A forged header changes only the forger's own page.
  const isSecure = request.secure || request.headers['x-forwarded-proto'] === 'https';
  return `${isSecure ? 'https' : 'http'}://${HOST.test(host) ? host : 'localhost:8080'}`;
}
