import { z } from 'zod';
import { PsuData } from '../values/parties.ts';
import { caller } from './caller.ts';
import { operation } from './operation.ts';

const FORM_MAX = 16_384;

/** Begins the text that is sent in place of a certificate, for TPPs of a sandbox without TLS. Their id follows. */
export const NAMED_WITHOUT_CERTIFICATE = 'sandbox ';

/** An answer over HTTP that gateway or portal pass on as it is. */
const OAuthAnswer = z.object({
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  /** Each a `Set-Cookie`. */
  cookies: z.array(z.string()).optional(),
  body: z.string(),
});
export type OAuthAnswer = z.infer<typeof OAuthAnswer>;

/** A TPP asks for tokens, pushes a request, or revokes a token. Its certificate is its proof (RFC 8705). */
export const answerTpp = operation('oauth.answerTpp', {
  hop: 'write',
  request: z.object({
    ...caller,
    endpoint: z.enum(['token', 'par', 'revoke']),
    /** The client certificate as base64 of its DER; in the sandbox without TLS a text in its place. */
    certificate: z.string(),
    form: z.string().max(FORM_MAX),
  }),
  reply: OAuthAnswer,
});

/** A browser with an authorisation request, or back from the pages of the PSU (`uid`). */
export const authorise = operation('oauth.authorise', {
  hop: 'write',
  request: z.object({
    uid: z.string().max(64).optional(),
    query: z.string().max(FORM_MAX),
    cookies: z.string().max(FORM_MAX),
    /** Of the browser at sca: only who approved gets the code. */
    session: z.string().optional(),
  }),
  reply: OAuthAnswer,
});

/** The question for the PSU at a pre-step. */
export const readInteraction = operation('oauth.readInteraction', {
  hop: 'read',
  request: z.object({ uid: z.string().max(64), cookies: z.string().max(FORM_MAX) }),
  reply: z.object({ tppName: z.string(), redirectUri: z.string() }),
});

/** The PSU, signed in under this session, tells the TPP who it is, or does not. */
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

/** The public keys that access tokens are signed with. */
export const readTokenKeys = operation('oauth.readTokenKeys', {
  hop: 'read',
  request: z.object({}),
  reply: z.object({ keys: z.array(z.record(z.string(), z.string())) }),
});

/** The grants whose access tokens count no more, until the last of them has expired. */
export const readRevokedGrants = operation('oauth.readRevokedGrants', {
  hop: 'read',
  request: z.object({}),
  reply: z.object({ grants: z.array(z.string()) }),
});

/** The PSU that a token of a pre-step names by a word of the authorisation server, or the approval that a token of a resource follows from. */
export const readTokenPsu = operation('oauth.readTokenPsu', {
  hop: 'read',
  request: z.object({ subject: z.string() }),
  reply: z.object({ psu: PsuData.optional(), authorisationId: z.string().optional() }),
});
