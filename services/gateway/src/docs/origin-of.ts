import type { Request } from 'express';

const HOST = /^(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;

/** The address that the reader came to, for commands to be copied; anything odd in Host is not repeated. */
export function originOf(request: Request): string {
  const { host = '' } = request.headers;
  // A proxy in front says what the reader's browser spoke; on the reader's own page it can mislead nobody else.
  const isSecure = request.secure || request.headers['x-forwarded-proto'] === 'https';
  return `${isSecure ? 'https' : 'http'}://${HOST.test(host) ? host : 'localhost:8080'}`;
}
