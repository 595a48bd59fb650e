import { createHash, randomBytes } from 'node:crypto';
import { type Answer, linksOf } from '@xs2a/client';
import { z } from 'zod';
import { Mismatch } from '../check.ts';
import { RETURN } from '../redirect-headers.ts';
import type { TestContext } from '../test-context.ts';

const Metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  revocation_endpoint: z.string(),
  response_types_supported: z.array(z.string()),
  grant_types_supported: z.array(z.string()),
  code_challenge_methods_supported: z.array(z.string()),
  token_endpoint_auth_methods_supported: z.array(z.string()),
  tls_client_certificate_bound_access_tokens: z.boolean().optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
});
export type Metadata = z.infer<typeof Metadata>;

/** What the token address answered. */
export interface TokenAnswer {
  readonly status: number;
  readonly cacheControl: string;
  readonly body: { access_token?: string; refresh_token?: string; scope?: string; token_type?: string; error?: string };
}

/** A code, and what belongs to its exchange. */
export interface Granted {
  readonly code: string;
  readonly verifier: string;
}

/** Reads the metadata of the authorisation server (RFC 8414) where the link of an answer leads. */
export async function metadataOf({ box }: TestContext, created: Answer): Promise<Metadata> {
  const link = linksOf(created)['scaOAuth']?.href;
  if (link === undefined) throw new Mismatch('the answer has no link scaOAuth');
  const response = await box.fetch(new URL(link, box.url).href, { method: 'GET' });
  const read = Metadata.safeParse(await response.json().catch(() => undefined));
  if (!read.success)
    throw new Mismatch(`the metadata lacks ${read.error.issues.map(({ path }) => path.join('.')).join(', ')}`);
  return read.data;
}

/** The PSU approves a resource at the authorisation server, and the browser brings the code back to the TPP. */
export async function approve(context: TestContext, metadata: Metadata, scope: string): Promise<Granted> {
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(16).toString('base64url');
  const address = new URL(metadata.authorization_endpoint);
  address.search = new URLSearchParams({
    response_type: 'code',
    client_id: context.facts.tpps.own ?? '',
    redirect_uri: RETURN['TPP-Redirect-URI'],
    scope,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString();
  const back = await context.psuSide.approveByOAuth(address.href, context.psu('private'));
  const found = Object.fromEntries(back.searchParams);
  if (found['state'] !== state) throw new Mismatch('the browser came back without the state of the request');
  if (found['iss'] !== metadata.issuer) throw new Mismatch('the browser came back without iss (RFC 9207)');
  if (found['code'] === undefined) throw new Mismatch(`the browser came back with ${found['error'] ?? 'no code'}`);
  return { code: found['code'], verifier };
}

export function exchange(context: TestContext, metadata: Metadata, granted: Granted): Promise<TokenAnswer> {
  return askForTokens(context, metadata, {
    grant_type: 'authorization_code',
    code: granted.code,
    code_verifier: granted.verifier,
    redirect_uri: RETURN['TPP-Redirect-URI'],
  });
}

export async function askForTokens(
  { box, facts }: TestContext,
  { token_endpoint }: Metadata,
  form: Record<string, string>,
): Promise<TokenAnswer> {
  const response = await box.fetch(token_endpoint, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ client_id: facts.tpps.own ?? '', ...form }).toString(),
  });
  const body = (await response.json().catch(() => ({}))) as TokenAnswer['body'];
  return { status: response.status, cacheControl: response.headers.get('cache-control') ?? '', body };
}
