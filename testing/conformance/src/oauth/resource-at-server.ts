import { type Answer, linksOf } from '@xs2a/client';
import type { OAuthScopeName } from '@xs2a/contracts';
import { Mismatch } from '../check.ts';
import type { Psu } from '../facts.ts';
import type { AtServer, TestContext } from '../test-context.ts';
import { approve, exchange, metadataOf, startRequest } from './oauth-walk.ts';

/** The scope of a resource, by the path of its authorisations (Implementation Guidelines, 13). */
const SCOPES: Readonly<Record<string, OAuthScopeName>> = {
  '/v1/consents/': 'AIS',
  '/v2/consents/confirmation-of-funds/': 'PIIS',
  '/v1/signing-baskets/': 'SBS',
};
const AUTHORISATION = /^(.*\/)([^/]+)\/(?:cancellation-)?authorisations\//;

function resourceOf(answer: Answer): { scope: string; id: string } {
  const path = new URL(linksOf(answer)['scaStatus']?.href ?? '', 'https://any').pathname;
  const [, above = '', id = ''] = AUTHORISATION.exec(path) ?? [];
  return { scope: `${SCOPES[above] ?? 'PIS'}:${id}`, id };
}

/**
 * Has the PSU approve at the authorisation server, and stores the TPP's token, which is sent with reads of a consent and confirms
 * the approval.
 */
async function approveAtServer(context: TestContext, started: Answer, psu: Psu): Promise<void> {
  const metadata = await metadataOf(context, started);
  const { scope, id } = resourceOf(started);
  const { body } = await exchange(context, metadata, await approve(context, metadata, scope, psu));
  if (body.access_token === undefined) throw new Mismatch(`no token was given for ${scope}: ${body.error}`);
  const Authorization = `Bearer ${body.access_token}`;
  context.tokens.set(id, Authorization);
  const confirmation = linksOf(started)['confirmation']?.href;
  if (confirmation === undefined) return;
  const path = new URL(confirmation, context.box.url).pathname;
  await context.box.ask('PUT', path, { 'X-Request-ID': crypto.randomUUID(), Authorization });
}

/** Returns the address for the PSU's browser from an answer that starts an authorisation at the server. */
async function addressAtServer(context: TestContext, started: Answer): Promise<string> {
  const { address } = await startRequest(context, await metadataOf(context, started), resourceOf(started).scope);
  return address;
}

/** Actions of PSUs at the authorisation server of a bank, with the `Authorization` of each resource they approved. */
export const atServer = (tokens: Map<string, string>): AtServer => ({
  tokens,
  approve: approveAtServer,
  address: addressAtServer,
});
