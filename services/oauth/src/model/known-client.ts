import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** A TPP as named in its latest certificate: there is no registration by hand. */
export const KnownClient = z.object({
  /** organizationIdentifier, which is the client_id. */
  _id: z.string(),
  name: z.string().optional(),
  /** Certificate as base64 of its DER; its domains are allowed as redirect targets. */
  certificate: z.string(),
  seenAt: z.date(),
});
export type KnownClient = z.infer<typeof KnownClient>;

export const KNOWN_CLIENTS = storedCollection('clients', KnownClient);
