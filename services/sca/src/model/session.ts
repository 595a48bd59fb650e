import { z } from 'zod';

/**
 * The browser session of a PSU. Tokens are stored as hashes. The previous token still counts, so that a lost response does not
 * lock the PSU out.
 */
export const Session = z.object({ hash: z.string(), previousHash: z.string().optional(), usedAt: z.date() });
export type Session = z.infer<typeof Session>;
