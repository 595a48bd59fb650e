import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** A TPP as its latest certificate names it: there is no registration by hand. */
export const KnownClient = z.object({
  /** organizationIdentifier, which is the client_id. */
  _id: z.string(),
  name: z.string().optional(),
  /** The certificate as base64 of its DER; its domains may be redirected to. */
  certificate: z.string(),
  seenAt: z.date(),
});
export type KnownClient = z.infer<typeof KnownClient>;

export const KNOWN_CLIENTS = storedCollection('clients', KnownClient);
