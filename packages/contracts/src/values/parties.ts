import { z } from 'zod';
import { NotificationWish } from './notification-wish.ts';

/** Role of a TPP (PSP_AI, PSP_PI, PSP_IC in its PSD2 certificate). */
export const TppRole = z.enum(['AISP', 'PISP', 'PIISP']);
export type TppRole = z.infer<typeof TppRole>;

/** The calling TPP, identified by the organizationIdentifier of its certificate (ETSI TS 119 495). */
export const Tpp = z.object({
  id: z.string().min(1),
  name: z.string().optional(),
  roles: z.array(TppRole),
  /** SHA-256 of its certificate in base64url, kept as evidence. */
  certificateThumbprint: z.string().optional(),
  /** The PSU of a pre-step access token: the request cannot use a resource of another PSU (decision 97). */
  onBehalfOf: z.object({ psuId: z.string(), corporateId: z.string().optional() }).optional(),
});
export type Tpp = z.infer<typeof Tpp>;

/** The PSU as named by the TPP's headers: `PSU-ID`, `PSU-ID-Type`, `PSU-Corporate-ID`, `PSU-Corporate-ID-Type`. */
export const PsuData = z.object({
  psuId: z.string().min(1).max(100),
  psuIdType: z.string().max(50).optional(),
  corporateId: z.string().max(100).optional(),
  corporateIdType: z.string().max(50).optional(),
  /**
   * The PSU has authenticated with the first factor at the authorisation server; the access token is valid as evidence until then
   * (decision 97).
   */
  authenticatedUntil: z.iso.datetime().optional(),
});
export type PsuData = z.infer<typeof PsuData>;

/** Preferences of the TPP for SCA and the PSU's return (decision 20), and for notifications. */
export const ScaWishes = z.object({
  redirectPreferred: z.boolean().optional(),
  decoupledPreferred: z.boolean().optional(),
  explicitAuthorisationPreferred: z.boolean().optional(),
  redirectUri: z.string().optional(),
  nokRedirectUri: z.string().optional(),
  /** The company for which the PSU acts, if `PSU-Corporate-ID` names it and no header names the PSU. */
  corporateId: z.string().max(100).optional(),
  /** Language of messages to the PSU, from `PSU-Accept-Language`. */
  language: z.enum(['hr', 'en']).optional(),
  /** Absent if it asked for no notifications, or for none that are offered. */
  notification: NotificationWish.optional(),
});
export type ScaWishes = z.infer<typeof ScaWishes>;

/** Only the name of the PSU: its authentication is valid only for the request with the access token. */
export function psuNameOf({ authenticatedUntil: _, ...name }: PsuData): PsuData {
  return name;
}

/** Whether two names may denote the same PSU: with a company and no PSU-ID, any of its PSUs; otherwise the same PSU-ID. */
export function isSamePsu(one: PsuData, other: PsuData): boolean {
  if (one.corporateId !== undefined || other.corporateId !== undefined) return one.corporateId === other.corporateId;
  return one.psuId === other.psuId;
}

/** The PSU that the bank identified during SCA. */
export const AuthorisingPsu = z.object({ psuId: z.string(), corporateId: z.string().optional(), name: z.string() });
export type AuthorisingPsu = z.infer<typeof AuthorisingPsu>;

/** Data that an authorisation takes over from the consent of its session: the recently verified first factor of this PSU (decision 80). */
export const CombinedSession = z.object({
  consentId: z.string(),
  psu: PsuData,
  /** The first factor is valid until then. */
  until: z.iso.datetime(),
});
export type CombinedSession = z.infer<typeof CombinedSession>;
