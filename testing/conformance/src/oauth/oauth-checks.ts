import type { Answer } from '@xs2a/client';
import { type Check, expectSame, Mismatch } from '../check.ts';
import { firstOf, type Missing, needsPortal, needsTpp, unlessOffered } from '../checks/offered-features.ts';
import { wholeAccess } from '../orders.ts';
import { RETURN } from '../redirect-headers.ts';
import { consentFor, pay, REDIRECT } from '../sca-preferences.ts';
import type { TestContext } from '../test-context.ts';
import {
  approve,
  askForTokens,
  errorOfUnpushed,
  exchange,
  type Granted,
  type Metadata,
  metadataOf,
} from './oauth-walk.ts';

const GROUP = 'oauth' as const;
const offersIntegrated: Missing = ({ profile }) =>
  unlessOffered(profile.oauth.integrated, 'OAuth is not offered as SCA approach') ??
  unlessOffered(
    profile.oauth.server === undefined,
    "PSUs approve at the bank's own server, whose pages the suite does not know",
  );
const integrated = firstOf(offersIntegrated, needsTpp('own'), needsPortal);
const approvesAtOnce: Missing = ({ profile }) =>
  unlessOffered(!profile.authorisationConfirmation, 'an approval counts once the token confirms it');

interface Approved {
  readonly consentId: string;
  readonly metadata: Metadata;
  readonly granted: Granted;
}

const consentIdOf = ({ body }: Answer): string => (body as { consentId?: string }).consentId ?? '';
const consent = (context: TestContext) =>
  consentFor(context, wholeAccess(context), { recurringIndicator: true, frequencyPerDay: 4 }, REDIRECT);
const bearer = (token?: string): Record<string, string> => ({
  'X-Request-ID': crypto.randomUUID(),
  'PSU-IP-Address': RETURN['PSU-IP-Address'],
  ...(token !== undefined && { Authorization: `Bearer ${token}` }),
});

async function approvedConsent(context: TestContext): Promise<Approved> {
  const created = await consent(context);
  const consentId = consentIdOf(created);
  const metadata = await metadataOf(context, created);
  return { consentId, metadata, granted: await approve(context, metadata, `AIS:${consentId}`) };
}

/** Returns status and code of a read of accounts. */
async function readWith({ box }: TestContext, token: string | undefined, headers: Record<string, string> = {}) {
  const { status, body } = await box.ask('GET', '/v1/accounts', { ...bearer(token), ...headers });
  const { tppMessages = [], code } = body as { tppMessages?: { code: string }[]; code?: string };
  return [status, code ?? tppMessages[0]?.code].join(' ').trim();
}

/** OAuth 2.0 as SCA approach (Implementation Guidelines, 13; RFC 6749, 7636, 8414, 8705, 9207). */
export const OAUTH_CHECKS: readonly Check[] = [
  {
    id: 'oauth.unknown token',
    group: GROUP,
    rule: 'an invalid token is refused with 401 TOKEN_UNKNOWN, whether or not the bank offers OAuth',
    how: 'a read of accounts with a token that nobody gave',
    run: async (context) => {
      expectSame('the answer', await readWith(context, 'of-nobody'), '401 TOKEN_UNKNOWN');
    },
  },
  {
    id: 'oauth.metadata',
    group: GROUP,
    rule: 'scaOAuth leads to the metadata of the server: codes, PKCE with S256, clients by their certificates (RFC 8414)',
    how: 'a consent by redirect, and its link',
    missing: integrated,
    run: async (context) => {
      const created = await consent(context);
      expectSame('ASPSP-SCA-Approach', created.headers.get('ASPSP-SCA-Approach'), 'REDIRECT');
      const metadata = await metadataOf(context, created);
      expectSame('code_challenge_methods_supported', metadata.code_challenge_methods_supported, ['S256']);
      expectSame('response_types_supported', metadata.response_types_supported, ['code']);
      expectSame(
        'authorization_response_iss_parameter_supported',
        metadata.authorization_response_iss_parameter_supported,
        true,
      );
      if (!metadata.token_endpoint_auth_methods_supported.includes('tls_client_auth'))
        throw new Mismatch('tls_client_auth is not supported');
    },
  },
  {
    id: 'oauth.consent',
    group: GROUP,
    rule: 'the code of an approved consent gives a token that reads its accounts, and a refresh token for another (5.1)',
    how: 'scope AIS:<consentId>, approval on the pages of the bank, exchange, read, refresh, read',
    missing: firstOf(integrated, approvesAtOnce),
    run: async (context) => {
      const { consentId, metadata, granted } = await approvedConsent(context);
      const { status, body, cacheControl } = await exchange(context, metadata, granted);
      expectSame('the status of the exchange', status, 200);
      expectSame('scope', body.scope, `AIS:${consentId}`);
      if (!cacheControl.includes('no-store')) throw new Mismatch('Cache-Control of the tokens is not no-store');
      expectSame('the read with the token', await readWith(context, body.access_token), '200');
      const refresh = { grant_type: 'refresh_token', refresh_token: body.refresh_token ?? '' };
      const renewed = await askForTokens(context, metadata, refresh);
      expectSame('the read with the refreshed token', await readWith(context, renewed.body.access_token), '200');
    },
  },
  {
    id: 'oauth.read without token',
    group: GROUP,
    rule: 'if reads need the token of their consent, Consent-ID alone gives no access to accounts: 401 TOKEN_UNKNOWN',
    how: 'a read with the Consent-ID of an approved consent, without and with its token',
    missing: firstOf(integrated, approvesAtOnce, ({ profile }) =>
      unlessOffered(profile.oauth.readsNeedToken, 'reads need no token'),
    ),
    run: async (context) => {
      const { consentId, metadata, granted } = await approvedConsent(context);
      const { body } = await exchange(context, metadata, granted);
      const named = { 'Consent-ID': consentId };
      expectSame('without', await readWith(context, undefined, named), '401 TOKEN_UNKNOWN');
      expectSame('with', await readWith(context, body.access_token, named), '200');
    },
  },
  {
    id: 'oauth.request not pushed',
    group: GROUP,
    rule: 'if requests must be pushed, any other request opens no page of the bank, and the metadata says so (RFC 9126, 5)',
    how: 'an authorisation request in the address',
    missing: firstOf(integrated, ({ profile }) =>
      unlessOffered(profile.oauth.pushedRequestsOnly, 'requests need not be pushed'),
    ),
    run: async (context) => {
      const created = await consent(context);
      const metadata = await metadataOf(context, created);
      expectSame('require_pushed_authorization_requests', metadata.require_pushed_authorization_requests, true);
      const scope = `AIS:${consentIdOf(created)}`;
      expectSame('the error', await errorOfUnpushed(context, metadata, scope), 'invalid_request');
    },
  },
  {
    id: 'oauth.payment',
    group: GROUP,
    rule: 'a payment is approved at the authorisation server, and its token reads only its status',
    how: 'scope PIS:<paymentId>, approval, status with the token, a read of accounts with it',
    missing: firstOf(integrated, approvesAtOnce),
    run: async (context) => {
      const created = await pay(context, {}, REDIRECT);
      const metadata = await metadataOf(context, created);
      const granted = await approve(context, metadata, `PIS:${created.body.paymentId}`);
      const { body } = await exchange(context, metadata, granted);
      const path = `/v1/payments/${context.product}/${created.body.paymentId}/status`;
      const seen = await context.box.ask('GET', path, bearer(body.access_token));
      expectSame('the status of the read', seen.status, 200);
      if (['RCVD', 'PATC', 'RJCT'].includes(String(seen.body['transactionStatus'])))
        throw new Mismatch(`the payment is ${String(seen.body['transactionStatus'])}`);
      expectSame('the read of accounts', await readWith(context, body.access_token), '401 TOKEN_INVALID');
    },
  },
  {
    id: 'oauth.code used twice',
    group: GROUP,
    rule: 'a code is accepted once; a second use revokes the tokens of the first (RFC 6749, 4.1.2)',
    how: 'a code exchanged twice, and a read with the token of the first',
    missing: firstOf(integrated, approvesAtOnce),
    run: async (context) => {
      const { metadata, granted } = await approvedConsent(context);
      const first = await exchange(context, metadata, granted);
      const second = await exchange(context, metadata, granted);
      expectSame('the second exchange', [second.status, second.body.error], [400, 'invalid_grant']);
      await context.psuSide.until(
        () => readWith(context, first.body.access_token),
        (seen) => seen === '401 TOKEN_INVALID',
      );
    },
  },
  {
    id: 'oauth.verifier',
    group: GROUP,
    rule: 'a code without the verifier of its request gives no token (RFC 7636, 4.6)',
    how: 'a code exchanged with another verifier',
    missing: integrated,
    run: async (context) => {
      const { metadata, granted } = await approvedConsent(context);
      const { status, body } = await exchange(context, metadata, { ...granted, verifier: 'x'.repeat(43) });
      expectSame('the exchange', [status, body.error], [400, 'invalid_grant']);
    },
  },
  {
    id: 'oauth.token of another consent',
    group: GROUP,
    rule: 'the token of one consent gives no access to another: 401 TOKEN_INVALID',
    how: 'a read with the token of one consent and the Consent-ID of another',
    missing: integrated,
    run: async (context) => {
      const { metadata, granted } = await approvedConsent(context);
      const { body } = await exchange(context, metadata, granted);
      const other = { 'Consent-ID': consentIdOf(await consent(context)) };
      expectSame('the read', await readWith(context, body.access_token, other), '401 TOKEN_INVALID');
    },
  },
];
