import { z } from 'zod';

/** Binary data in the JSON form of WebAuthn; no data of an authenticator exceed a few kilobytes. */
const Base64Url = z
  .string()
  .max(8_192)
  .regex(/^[A-Za-z0-9_-]+$/);
/** Transports of an authenticator (`usb`, `internal`, `hybrid`), returned to the browser as it reported them. */
const Transports = z.array(z.string().max(20)).max(10);

/** A passkey in a request to the browser, by its credential id. */
export const PasskeyDescriptor = z.object({ id: Base64Url, transports: Transports.optional() });
export type PasskeyDescriptor = z.infer<typeof PasskeyDescriptor>;

/** Options for a browser to request an approval (WebAuthn Level 3, 5.5). */
export const PasskeyRequestOptions = z.object({
  /** Bound to the approved content, the authorisation and this request. */
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
  /** Identifies the PSU to the authenticator without personal data. */
  userHandle: Base64Url,
  userName: z.string(),
  algorithms: z.array(z.int()),
  /** Passkeys of this PSU that need not be created again. */
  present: z.array(PasskeyDescriptor),
  timeoutMs: z.int(),
});
export type PasskeyCreationOptions = z.infer<typeof PasskeyCreationOptions>;

/** A new passkey from an authenticator (WebAuthn Level 3, 5.2.1). */
export const PasskeyAttestation = z.object({
  id: Base64Url,
  clientDataJSON: Base64Url,
  attestationObject: Base64Url,
  transports: Transports.optional(),
});
export type PasskeyAttestation = z.infer<typeof PasskeyAttestation>;
