import { z } from 'zod';

/** Where the browser may return to. */
export const RedirectUriKind = z.enum(['https', 'app', 'loopback']);
export type RedirectUriKind = z.infer<typeof RedirectUriKind>;
