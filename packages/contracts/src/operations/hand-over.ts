import { z } from 'zod';
import { HOLDING_KINDS } from '../approval/link-reference.ts';
import { ScaApproach } from '../statuses/sca-status.ts';
import { PsuData, ScaWishes } from '../values/parties.ts';
import { ScaContent, ScaParent } from '../values/sca/sca-content.ts';
import { operation } from './operation.ts';

/** Ability of sca to take over an authorisation that its owner has stored and answered itself (decision 64). */
export const TAKES_HELD_AUTHORISATIONS = 'takesHeldAuthorisations';

/** An authorisation that was stored with its parent, in the form that sca needs. */
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
  /** The request that started it, as in the history of its parent. */
  requestId: z.string(),
  traceId: z.string().optional(),
  /** SHA-256 thumbprint of the TPP's certificate. */
  certificate: z.string().optional(),
  /** Time when its parent, and so the authorisation, ended. */
  endedAt: z.iso.datetime().optional(),
});
export type HeldAuthorisation = z.infer<typeof HeldAuthorisation>;

/**
 * sca asks the owner of a parent for an authorisation that was stored with it: by its id for its TPP, or by its link for a
 * browser. An unknown one, one of another TPP and one of another link have the same empty reply. Without `take` nothing changes;
 * with it, the owner records that sca has taken over the authorisation.
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

/** An owner makes sca take over an untouched authorisation, because an older version of sca would not find it. */
export const takeAuthorisation = operation('sca.takeAuthorisation', {
  hop: 'write',
  isRepeatable: true,
  request: z.object({ parent: z.object({ kind: z.enum(HOLDING_KINDS), id: z.string() }), authorisationId: z.string() }),
  reply: z.object({ taken: z.boolean() }),
});

export const handOverConsentAuthorisation = operation('consent.handOverAuthorisation', HAND_OVER);
export const handOverPaymentAuthorisation = operation('payments.handOverAuthorisation', HAND_OVER);
