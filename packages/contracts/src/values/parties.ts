import { z } from 'zod';
import { NotificationWish } from './notification-wish.ts';

/** Role of a TPP (PSP_AI, PSP_PI, PSP_IC in its PSD2 certificate). */
export const TppRole = z.enum(['AISP', 'PISP', 'PIISP']);
export type TppRole = z.infer<typeof TppRole>;

/** The TPP that calls, known by the organizationIdentifier of its certificate (ETSI TS 119 495). */
export const Tpp = z.object({
  id: z.string().min(1),
  name: z.string().optional(),
  roles: z.array(TppRole),
  /** SHA-256 of the certificate that it showed, in base64url; kept as evidence. */
  certificateThumbprint: z.string().optional(),
  /** The PSU whom its access token of a pre-step names: a resource of another PSU is not for this request (decision 97). */
  onBehalfOf: z.object({ psuId: z.string(), corporateId: z.string().optional() }).optional(),
});
export type Tpp = z.infer<typeof Tpp>;

/** The PSU as the TPP's headers name it: `PSU-ID`, `PSU-ID-Type`, `PSU-Corporate-ID`, `PSU-Corporate-ID-Type`. */
export const PsuData = z.object({
  psuId: z.string().min(1).max(100),
  psuIdType: z.string().max(50).optional(),
  corporateId: z.string().max(100).optional(),
  corporateIdType: z.string().max(50).optional(),
  /** It showed the first factor to the authorisation server: the access token that names it counts until then (decision 97). */
  authenticatedUntil: z.iso.datetime().optional(),
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
  /** Left out where it asked for no notifications, or for none that are offered. */
  notification: NotificationWish.optional(),
});
export type ScaWishes = z.infer<typeof ScaWishes>;

/** The PSU as a name alone: what it has shown holds for the request with the access token only. */
export function psuNameOf({ authenticatedUntil: _, ...name }: PsuData): PsuData {
  return name;
}

/** Whether two names may mean one PSU: of a company any of its PSUs, else the same PSU-ID. */
export function isSamePsu(one: PsuData, other: PsuData): boolean {
  if (one.corporateId !== undefined || other.corporateId !== undefined) return one.corporateId === other.corporateId;
  return one.psuId === other.psuId;
}

/** The PSU that the bank identified during SCA. */
export const AuthorisingPsu = z.object({ psuId: z.string(), corporateId: z.string().optional(), name: z.string() });
export type AuthorisingPsu = z.infer<typeof AuthorisingPsu>;

/** What an authorisation takes over from the consent of its session: the first factor of this PSU, shown a short time ago (decision 80). */
export const CombinedSession = z.object({
  consentId: z.string(),
  psu: PsuData,
  /** The first factor counts until then. */
  until: z.iso.datetime(),
});
export type CombinedSession = z.infer<typeof CombinedSession>;
