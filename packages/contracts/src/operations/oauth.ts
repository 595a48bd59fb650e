import { z } from 'zod';
import { PsuData } from '../values/parties.ts';
import { caller } from './caller.ts';
import { operation } from './operation.ts';

const FORM_MAX = 16_384;

/** Prefix of the text that replaces a certificate for TPPs of a sandbox without TLS. The TPP id follows. */
export const NAMED_WITHOUT_CERTIFICATE = 'sandbox ';

/** An HTTP answer that gateway or portal forward unchanged. */
const OAuthAnswer = z.object({
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  /** Values of `Set-Cookie` headers. */
  cookies: z.array(z.string()).optional(),
  body: z.string(),
});
export type OAuthAnswer = z.infer<typeof OAuthAnswer>;

/** A TPP requests tokens, pushes an authorisation request, or revokes a token. It authenticates with its certificate (RFC 8705). */
export const answerTpp = operation('oauth.answerTpp', {
  hop: 'write',
  request: z.object({
    ...caller,
    endpoint: z.enum(['token', 'par', 'revoke']),
    /** The client certificate as base64 of its DER; in a sandbox without TLS, a text that replaces it. */
    certificate: z.string(),
    form: z.string().max(FORM_MAX),
  }),
  reply: OAuthAnswer,
});

/** A browser comes with an authorisation request, or returns from the PSU pages (`uid`). */
export const authorise = operation('oauth.authorise', {
  hop: 'write',
  request: z.object({
    uid: z.string().max(64).optional(),
    query: z.string().max(FORM_MAX),
    cookies: z.string().max(FORM_MAX),
    /** The browser's session at sca: only the browser of the approval gets the code. */
    session: z.string().optional(),
  }),
  reply: OAuthAnswer,
});

/** Reads the question for the PSU at a pre-step. */
export const readInteraction = operation('oauth.readInteraction', {
  hop: 'read',
  request: z.object({ uid: z.string().max(64), cookies: z.string().max(FORM_MAX) }),
  reply: z.object({ tppName: z.string(), redirectUri: z.string() }),
});

/** The PSU, signed in with this session, agrees or refuses to identify itself to the TPP. */
export const answerInteraction = operation('oauth.answerInteraction', {
  hop: 'write',
  request: z.object({
    uid: z.string().max(64),
    cookies: z.string().max(FORM_MAX),
    session: z.string().optional(),
    isAllowed: z.boolean(),
  }),
  reply: z.object({ answered: z.literal(true) }),
});

/** Public keys for verifying access tokens. */
export const readTokenKeys = operation('oauth.readTokenKeys', {
  hop: 'read',
  request: z.object({}),
  reply: z.object({ keys: z.array(z.record(z.string(), z.string())) }),
});

/** Grants whose access tokens are revoked, until the last of them has expired. */
export const readRevokedGrants = operation('oauth.readRevokedGrants', {
  hop: 'read',
  request: z.object({}),
  reply: z.object({ grants: z.array(z.string()) }),
});

/**
 * Resolves an access token: the PSU of a pre-step token, by an identifier of the authorisation server, or the approval on which a
 * resource token is based.
 */
export const readTokenPsu = operation('oauth.readTokenPsu', {
  hop: 'read',
  request: z.object({ subject: z.string() }),
  reply: z.object({ psu: PsuData.optional(), authorisationId: z.string().optional() }),
});
