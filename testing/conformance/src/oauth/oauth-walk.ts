import { createHash, randomBytes } from 'node:crypto';
import { type Answer, linksOf } from '@xs2a/client';
import { z } from 'zod';
import { Mismatch } from '../check.ts';
import type { Psu } from '../facts.ts';
import { RETURN } from '../redirect-headers.ts';
import type { TestContext } from '../test-context.ts';

const Metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  pushed_authorization_request_endpoint: z.string().optional(),
  require_pushed_authorization_requests: z.boolean().optional(),
  revocation_endpoint: z.string(),
  response_types_supported: z.array(z.string()),
  grant_types_supported: z.array(z.string()),
  code_challenge_methods_supported: z.array(z.string()),
  token_endpoint_auth_methods_supported: z.array(z.string()),
  tls_client_certificate_bound_access_tokens: z.boolean().optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
});
export type Metadata = z.infer<typeof Metadata>;

/** Response of the token endpoint. */
export interface TokenAnswer {
  readonly status: number;
  readonly cacheControl: string;
  readonly body: { access_token?: string; refresh_token?: string; scope?: string; token_type?: string; error?: string };
}

/** A code, and the parameters for its exchange. */
export interface Granted {
  readonly code: string;
  readonly verifier: string;
}

/** Reads the metadata of the authorisation server (RFC 8414) at the link of an answer. */
export async function metadataOf(context: TestContext, created: Answer): Promise<Metadata> {
  const { scaOAuth, startAuthorisation } = linksOf(created);
  if (scaOAuth === undefined && startAuthorisation !== undefined)
    return metadataOf(
      context,
      await context.client.followNamed(created, 'startAuthorisation', { headers: RETURN, body: {} }),
    );
  const link = scaOAuth?.href;
  if (link === undefined) throw new Mismatch('the answer has no link scaOAuth');
  return metadataAt(context, link);
}

export async function metadataAt({ box }: TestContext, link: string): Promise<Metadata> {
  const response = await box.fetch(new URL(link, box.url).href, { method: 'GET' });
  const read = Metadata.safeParse(await response.json().catch(() => undefined));
  if (!read.success)
    throw new Mismatch(`the metadata lacks ${read.error.issues.map(({ path }) => path.join('.')).join(', ')}`);
  return read.data;
}

/**
 * Creates an authorisation request for a resource, pushed if the bank requires it: its address, and the values that its answer
 * must match.
 */
export async function startRequest(context: TestContext, metadata: Metadata, scope: string) {
  const { verifier, parameters } = newRequest(context, scope);
  const isPushed = context.profile.oauth.pushedRequestsOnly;
  const address = isPushed ? await pushed(context, metadata, parameters) : addressOf(metadata, parameters);
  return { address, verifier, state: parameters.state };
}

/** Has a PSU approve a resource at the authorisation server; the browser returns to the TPP with the code. */
export async function approve(
  context: TestContext,
  metadata: Metadata,
  scope: string,
  psu: Psu = context.psu('private'),
): Promise<Granted> {
  const { address, verifier, state } = await startRequest(context, metadata, scope);
  const back = await context.psuSide.approveByOAuth(address, psu);
  return { code: codeOf(back, metadata, state), verifier };
}

/** Returns the error of a request that was not pushed, or none. */
export async function errorOfUnpushed(context: TestContext, metadata: Metadata, scope: string): Promise<string> {
  const { parameters } = newRequest(context, scope);
  const back = await context.psuSide.openByOAuth(addressOf(metadata, parameters));
  return back.searchParams.get('error') ?? 'none';
}

/** Has the PSU sign in at the authorisation server and disclose its identity to the TPP, by a pushed request (RFC 9126). */
export async function name(context: TestContext, metadata: Metadata, scope: string): Promise<Granted> {
  const { verifier, parameters } = newRequest(context, scope);
  const back = await context.psuSide.nameByOAuth(await pushed(context, metadata, parameters), context.psu('private'));
  return { code: codeOf(back, metadata, parameters.state), verifier };
}

type Parameters = ReturnType<typeof newRequest>['parameters'];

async function pushed(context: TestContext, metadata: Metadata, parameters: Parameters): Promise<string> {
  const answer = await send(context, metadata.pushed_authorization_request_endpoint ?? '', parameters);
  if (answer.status !== 201) throw new Mismatch(`the pushed request is answered ${answer.status}`);
  const { request_uri = '' } = (await answer.json()) as { request_uri?: string };
  return addressOf(metadata, { client_id: parameters.client_id, request_uri });
}

function addressOf({ authorization_endpoint }: Metadata, parameters: Record<string, string>): string {
  const address = new URL(authorization_endpoint);
  address.search = new URLSearchParams(parameters).toString();
  return address.href;
}

function newRequest({ facts }: TestContext, scope: string) {
  const verifier = randomBytes(32).toString('base64url');
  const parameters = {
    response_type: 'code',
    client_id: facts.tpps.own ?? '',
    redirect_uri: RETURN['TPP-Redirect-URI'],
    scope,
    state: randomBytes(16).toString('base64url'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  return { verifier, parameters };
}

function codeOf(back: URL, { issuer }: Metadata, state: string): string {
  const found = Object.fromEntries(back.searchParams);
  if (found['state'] !== state) throw new Mismatch('the browser came back without the state of the request');
  if (found['iss'] !== issuer) throw new Mismatch('the browser came back without iss (RFC 9207)');
  if (found['code'] === undefined) throw new Mismatch(`the browser came back with ${found['error'] ?? 'no code'}`);
  return found['code'];
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
  context: TestContext,
  { token_endpoint }: Metadata,
  form: Record<string, string>,
): Promise<TokenAnswer> {
  const response = await send(context, token_endpoint, { client_id: context.facts.tpps.own ?? '', ...form });
  const body = (await response.json().catch(() => ({}))) as TokenAnswer['body'];
  return { status: response.status, cacheControl: response.headers.get('cache-control') ?? '', body };
}

function send({ box }: TestContext, address: string, form: Record<string, string>): Promise<Response> {
  return box.fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });
}
