import { z } from 'zod';
import { NotificationWish } from './notification-wish.ts';

/** What a TPP is allowed to be (PSD2 roles PSP_AI, PSP_PI, PSP_IC of its certificate). */
export const TppRole = z.enum(['AISP', 'PISP', 'PIISP']);
export type TppRole = z.infer<typeof TppRole>;

/** The TPP that calls, known by the organizationIdentifier of its certificate (ETSI TS 119 495). */
export const Tpp = z.object({
  id: z.string().min(1),
  name: z.string().optional(),
  roles: z.array(TppRole),
  /** SHA-256 of the certificate that it showed, in base64url; kept as evidence. */
  certificateThumbprint: z.string().optional(),
});
export type Tpp = z.infer<typeof Tpp>;

/** The PSU as the TPP's headers name it: `PSU-ID`, `PSU-ID-Type`, `PSU-Corporate-ID`, `PSU-Corporate-ID-Type`. */
export const PsuData = z.object({
  psuId: z.string().min(1).max(100),
  psuIdType: z.string().max(50).optional(),
  corporateId: z.string().max(100).optional(),
  corporateIdType: z.string().max(50).optional(),
});
export type PsuData = z.infer<typeof PsuData>;

/** What the TPP wishes for the PSU's way through SCA and back (decision 20), and to be notified of it. */
export const ScaWishes = z.object({
  redirectPreferred: z.boolean().optional(),
  decoupledPreferred: z.boolean().optional(),
  explicitAuthorisationPreferred: z.boolean().optional(),
  redirectUri: z.string().optional(),
  nokRedirectUri: z.string().optional(),
  /** The company for which the PSU acts, where `PSU-Corporate-ID` names it and no header names the PSU. */
  corporateId: z.string().max(100).optional(),
  /** Of messages to the PSU, by `PSU-Accept-Language`. */
  language: z.enum(['hr', 'en']).optional(),
  /** Left out where it asked for nothing, or for nothing that it can be told. */
  notification: NotificationWish.optional(),
});
export type ScaWishes = z.infer<typeof ScaWishes>;

/** Who asks, and about which request: part of every operation that the gateway asks on behalf of a TPP. */
export const caller = { tpp: Tpp };

/**
 * Part of every operation that creates something. A repeated `X-Request-ID` of one TPP with the same fingerprint (hash
 * of method, path, body and PSU headers) is the same creation; with another fingerprint it is refused.
 */
export const creation = {
  ...caller,
  requestId: z.string(),
  fingerprint: z.string(),
  psu: PsuData.optional(),
  wishes: ScaWishes,
};

/** Whether two names may mean one PSU: of a company any of its PSUs, else the same PSU-ID. */
export function samePsu(one: PsuData, other: PsuData): boolean {
  if (one.corporateId !== undefined || other.corporateId !== undefined) return one.corporateId === other.corporateId;
  return one.psuId === other.psuId;
}
