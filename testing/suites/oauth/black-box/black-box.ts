import { PsuClient, type TppAnswer } from '@xs2a/test-kit';
import { RETURN } from '@xs2a/test-system/data/fixtures';
import {
  approveAtBank,
  bearer,
  createConsent,
  type OAuthBank,
  type OAuthTpp,
  type Started,
  startOAuthBank,
  startRequest,
} from '../oauth-bank.ts';

/** OAuth with every feature that needs no second server. */
export const startOpenBank = (): Promise<OAuthBank> =>
  startOAuthBank(
    '{ integrated: true, accessTokenMinutes: 30, preStep: { accounts: optional, payments: optional, funds: optional } }',
  );

type Client = Pick<OAuthTpp, 'fetch'>;

/** Sends a form that no client library would send. */
export async function postForm({ fetch }: Client, url: string, form: Record<string, string> | string) {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const body = typeof form === 'string' ? form : new URLSearchParams(form).toString();
  const response = await fetch(url, { method: 'POST', headers, body });
  const text = await response.text();
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  const answer = (isJson ? JSON.parse(text) : {}) as { error?: string; access_token?: string; request_uri?: string };
  return { status: response.status, headers: response.headers, body: answer };
}

export const askToken = ({ gatewayUrl }: OAuthBank, tpp: Client, form: Record<string, string>) =>
  postForm(tpp, `${gatewayUrl}/oauth/token`, form);

/** Token request of a TPP for a code. */
export const exchange = ({ id }: Pick<OAuthTpp, 'id'>, back: URL, { verifier }: Pick<Started, 'verifier'>) => ({
  client_id: id,
  grant_type: 'authorization_code',
  code: back.searchParams.get('code') ?? '',
  redirect_uri: RETURN.ok,
  code_verifier: verifier,
});

export async function consentRequest(bank: OAuthBank, options: Parameters<typeof startRequest>[2] = {}) {
  const consentId = String((await createConsent(bank.tpp)).body['consentId']);
  return { consentId, started: await startRequest(bank.tpp, `AIS:${consentId}`, options) };
}

/** Creates a consent that the PSU approves, and returns its code. */
export async function consentWithCode(bank: OAuthBank) {
  const { consentId, started } = await consentRequest(bank);
  return { consentId, started, back: await approveAtBank(bank, started.url) };
}

/** Returns the end of a wrong authorisation request: an error at the TPP, or a page of the bank. */
export async function refusedAt({ portalUrl }: OAuthBank, url: URL): Promise<string> {
  const page = await new PsuClient(portalUrl).open(url.href);
  const { origin, searchParams, hash } = new URL(page.url);
  if (origin === portalUrl) return `page ${page.status}`;
  return searchParams.get('error') ?? new URLSearchParams(hash.slice(1)).get('error') ?? 'none';
}

/** Returns the same authorisation request with other parameters. */
export function changed({ url }: Started, change: (parameters: URLSearchParams) => void): URL {
  const other = new URL(url);
  change(other.searchParams);
  return other;
}

export const read = (tpp: OAuthTpp, token: string, path = '/v1/accounts', more: Record<string, string> = {}) =>
  tpp.requests.get(path, bearer(token, more));

/** Returns status and message code. */
export async function codeOf(answer: Promise<TppAnswer>): Promise<string> {
  const { status, text } = await answer;
  return `${status} ${/[A-Z]+_[A-Z_]+/.exec(text)?.[0] ?? ''}`;
}
