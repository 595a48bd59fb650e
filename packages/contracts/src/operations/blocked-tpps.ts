import { z } from 'zod';
import { operation } from './operation.ts';

/** An organizationIdentifier, or the thumbprint of one certificate (SHA-256 in base64url). */
const BlockedName = z.string().regex(/^[\x21-\x7e]{3,130}$/, 'must be an organizationIdentifier or a thumbprint');

/** Author and reason of the decision, kept as evidence. */
const decision = {
  tppId: BlockedName,
  reason: z.string().trim().min(3).max(500),
  /** The person or system that requests it. */
  by: z.string().trim().min(1).max(100),
};

/** Number of gateway replicas that have confirmed the change; every other replica reads the list within a second. */
const Known = z.object({ replicas: z.int() });

/** Blocks a TPP, or one of its certificates. From the reply on, all its requests are refused (401 CERTIFICATE_BLOCKED). */
export const blockTpp = operation('gateway.blockTpp', {
  hop: 'write',
  request: z.object({
    ...decision,
    /** End of the block; if absent, it lasts until it is removed. */
    until: z.iso.datetime({ offset: true }).optional(),
  }),
  reply: Known,
});

/** Unblocks a TPP. One that is not blocked is not changed. */
export const unblockTpp = operation('gateway.unblockTpp', { hop: 'write', request: z.object(decision), reply: Known });

/** Lists blocked TPPs, without those in the stop-list file of the gateway. */
export const listBlockedTpps = operation('gateway.listBlockedTpps', {
  hop: 'read',
  request: z.object({}),
  reply: z.object({
    tpps: z.array(
      z.object({
        tppId: BlockedName,
        reason: z.string(),
        by: z.string(),
        since: z.iso.datetime(),
        until: z.iso.datetime().optional(),
      }),
    ),
  }),
});

/** Sent to every replica of the gateway; each answers once it has read the list again. */
export const rereadBlocklist = operation('gateway.rereadStopList', {
  hop: 'read',
  request: z.object({}),
  reply: z.object({ replica: z.string() }),
});
