import { z } from 'zod';
import { HOLDING_KINDS } from '../approval/link-reference.ts';
import { ScaApproach } from '../statuses/sca-status.ts';
import { PsuData, ScaWishes } from '../values/parties.ts';
import { ScaContent, ScaParent } from '../values/sca-content.ts';
import { operation } from './operation.ts';

/** What sca says that it can do: take an authorisation that its owner has stored and answered for (decision 64). */
export const TAKES_HELD_AUTHORISATIONS = 'takesHeldAuthorisations';

/** An authorisation that was stored with its parent, as sca needs it. */
export const HeldAuthorisation = z.object({
  authorisationId: z.string(),
  tppId: z.string(),
  tppName: z.string().optional(),
  parent: ScaParent,
  content: ScaContent,
  contentHash: z.string(),
  psu: PsuData.optional(),
  wishes: ScaWishes,
  scaApproach: ScaApproach,
  redirectReference: z.string(),
  startedAt: z.iso.datetime(),
  openUntil: z.iso.datetime(),
  /** The request that started it, as the history of its parent has it. */
  requestId: z.string(),
  traceId: z.string().optional(),
  /** SHA-256 thumbprint of the certificate that the TPP showed. */
  certificate: z.string().optional(),
  /** When its parent ended, and it with it. */
  endedAt: z.iso.datetime().optional(),
});
export type HeldAuthorisation = z.infer<typeof HeldAuthorisation>;

/**
 * sca asks the owner of a parent for an authorisation that was stored with it: by its id for its TPP, or by its link for a
 * browser. What is unknown, of another TPP, or of another link has the same reply: none. Without `take` nothing is changed;
 * with it the owner notes that sca has the authorisation from now on.
 */
const HAND_OVER = {
  hop: 'write',
  isRepeatable: true,
  request: z.object({
    parent: ScaParent.pick({ kind: true, id: true }),
    by: z.union([
      z.object({ authorisationId: z.string(), tppId: z.string().optional() }),
      z.object({ redirectReference: z.string() }),
    ]),
    take: z.literal(true).optional(),
  }),
  reply: z.object({ authorisation: HeldAuthorisation.optional() }),
} as const;

/** An owner has sca take an authorisation that nobody has touched: an older version of sca would not find it. */
export const takeAuthorisation = operation('sca.takeAuthorisation', {
  hop: 'write',
  isRepeatable: true,
  request: z.object({ parent: z.object({ kind: z.enum(HOLDING_KINDS), id: z.string() }), authorisationId: z.string() }),
  reply: z.object({ taken: z.boolean() }),
});

export const handOverConsentAuthorisation = operation('consent.handOverAuthorisation', HAND_OVER);
export const handOverPaymentAuthorisation = operation('payments.handOverAuthorisation', HAND_OVER);
