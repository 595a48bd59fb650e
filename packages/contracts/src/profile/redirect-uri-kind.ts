import { z } from 'zod';

/** Kinds of redirect URIs. */
export const RedirectUriKind = z.enum(['https', 'app', 'loopback']);
export type RedirectUriKind = z.infer<typeof RedirectUriKind>;

export const REDIRECT_URIS =
  'kinds of redirect addresses outside the sandbox: https; app, the private-use scheme of an app, which is a domain in reverse (RFC 8252, 7.1); loopback, http://127.0.0.1 and http://[::1] with a port (RFC 8252, 7.3). The sandbox accepts http too (decision 37)';
