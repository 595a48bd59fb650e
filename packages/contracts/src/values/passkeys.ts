import { z } from 'zod';

/** Binary data as WebAuthn's JSON has them; nothing of an authenticator is longer than a few kilobytes. */
const Base64Url = z
  .string()
  .max(8_192)
  .regex(/^[A-Za-z0-9_-]+$/);
/** Transports of an authenticator (`usb`, `internal`, `hybrid`), returned to the browser as it reported them. */
const Transports = z.array(z.string().max(20)).max(10);

/** A passkey as a browser is asked for it: by its credential id. */
export const PasskeyDescriptor = z.object({ id: Base64Url, transports: Transports.optional() });
export type PasskeyDescriptor = z.infer<typeof PasskeyDescriptor>;

/** Options for a browser to request an approval (WebAuthn Level 3, 5.5). */
export const PasskeyRequestOptions = z.object({
  /** Bound to what is approved, to the authorisation and to this one question. */
  challenge: Base64Url,
  rpId: z.string(),
  credentials: z.array(PasskeyDescriptor),
  timeoutMs: z.int(),
});
export type PasskeyRequestOptions = z.infer<typeof PasskeyRequestOptions>;

/** Answer of an authenticator (WebAuthn Level 3, 5.2.2). */
export const PasskeyAssertion = z.object({
  id: Base64Url,
  clientDataJSON: Base64Url,
  authenticatorData: Base64Url,
  signature: Base64Url,
});
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>;

/** Options for a browser to create a passkey (WebAuthn Level 3, 5.4). */
export const PasskeyCreationOptions = z.object({
  challenge: Base64Url,
  rpId: z.string(),
  rpName: z.string(),
  /** Names the PSU to the authenticator, and says nothing of it. */
  userHandle: Base64Url,
  userName: z.string(),
  algorithms: z.array(z.int()),
  /** Passkeys of this PSU that need not be made again. */
  present: z.array(PasskeyDescriptor),
  timeoutMs: z.int(),
});
export type PasskeyCreationOptions = z.infer<typeof PasskeyCreationOptions>;

/** A passkey as its authenticator made it (WebAuthn Level 3, 5.2.1). */
export const PasskeyAttestation = z.object({
  id: Base64Url,
  clientDataJSON: Base64Url,
  attestationObject: Base64Url,
  transports: Transports.optional(),
});
export type PasskeyAttestation = z.infer<typeof PasskeyAttestation>;
