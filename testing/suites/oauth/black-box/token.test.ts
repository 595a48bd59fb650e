import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { forAllTests } from '@xs2a/test-kit';
import { refreshTokenGrant, tokenRevocation } from 'openid-client';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  approvedConsent,
  bearer,
  createConsent,
  createPayment,
  forgetCodes,
  signInAtBank,
  startRequest,
  tokensFor,
} from '../oauth-bank.ts';
import { askToken, codeOf, consentWithCode, postForm, read, startOpenBank } from './black-box.ts';

const bank = forAllTests(() => startOpenBank());
/** Shared by the tests that only misuse it. */
const approved = forAllTests(() => approvedConsent(bank));
// No PSU may request this many codes within a few minutes.
beforeEach(() => forgetCodes(bank));

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

async function preStepToken(scope: string): Promise<string> {
  const step = await startRequest(bank.tpp, scope, { pushed: true });
  return (await tokensFor(bank.tpp, await signInAtBank(bank, step.url), step)).access_token;
}

describe('the access token', () => {
  it('is accepted only with the certificate it was issued for (RFC 8705)', async () => {
    // A later consent of the PSU has ended the shared one.
    const { tokens } = await approvedConsent(bank);
    expect(await codeOf(read(bank.renewed, tokens.access_token))).toBe('401 TOKEN_INVALID');
    expect((await read(bank.tpp, tokens.access_token)).status).toBe(200);
  });

  it('of one TPP is refused for another', async () => {
    expect(await codeOf(read(bank.otherTpp, approved.tokens.access_token))).toBe('401 TOKEN_UNKNOWN');
  });

  it('is refused without a certificate', async () => {
    const { headers } = bearer(approved.tokens.access_token, { 'X-Request-ID': crypto.randomUUID() });
    const bare = await bank.withoutCertificate(`${bank.gatewayUrl}/v1/accounts`, { headers });
    expect([bare.status, await bare.text()]).toEqual([401, expect.stringContaining('CERTIFICATE_MISSING')]);
  });

  it('of one consent gives no access to another consent', async () => {
    const token = approved.tokens.access_token;
    const other = String((await createConsent(bank.tpp)).body['consentId']);
    expect(await codeOf(read(bank.tpp, token, '/v1/accounts', { 'Consent-ID': other }))).toBe('401 TOKEN_INVALID');
    expect(await codeOf(read(bank.tpp, token, `/v1/consents/${other}`))).toBe('401 TOKEN_INVALID');
  });

  it('of a consent gives no access to a payment, and initiates none', async () => {
    const token = approved.tokens.access_token;
    const paymentId = String((await createPayment(bank.tpp)).body['paymentId']);
    const payment = `/v1/payments/sepa-credit-transfers/${paymentId}`;
    expect(await codeOf(read(bank.tpp, token, payment))).toBe('401 TOKEN_INVALID');
    expect(await codeOf(bank.tpp.requests.delete(payment, bearer(token)))).toBe('401 TOKEN_INVALID');
    expect(await codeOf(createPayment(bank.tpp, bearer(token).headers))).toBe('401 TOKEN_INVALID');
  });

  it('of the pre-step of one service is refused for another', async () => {
    const token = await preStepToken('AIS');
    expect((await createConsent(bank.tpp, bearer(token).headers)).status).toBe(201);
    expect(await codeOf(createPayment(bank.tpp, bearer(token).headers))).toBe('401 TOKEN_INVALID');
  });

  it.each([
    ['Basic dXNlcjpwYXNz', '401 TOKEN_UNKNOWN'],
    ['Bearer', '401 TOKEN_UNKNOWN'],
    ['Bearer nothing', '401 TOKEN_UNKNOWN'],
    ['DPoP eyJhbGciOiJub25lIn0.eyJzY29wZSI6IkFJUyJ9.', '401 TOKEN_UNKNOWN'],
  ])('that is not understood is refused, never ignored: %j', async (Authorization, expected) => {
    const headers = { Authorization, 'Consent-ID': approved.consentId };
    expect(await codeOf(bank.tpp.requests.get('/v1/accounts', { headers }))).toBe(expected);
  });

  it('in the query is ignored (RFC 9700, 4.3.2)', async () => {
    const { tokens } = await approvedConsent(bank);
    const inAddress = await bank.tpp.requests.get(`/v1/accounts?access_token=${tokens.access_token}`);
    expect(inAddress.status).toBeGreaterThanOrEqual(400);
    expect(inAddress.text).not.toContain(tokens.access_token);
    expect((await read(bank.tpp, tokens.access_token)).status).toBe(200);
  });

  it('with another payload or signature is refused', async () => {
    const [head = '', payload = '', signature = ''] = approved.tokens.access_token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
    const wider = encoded({ ...claims, scope: 'AIS' });
    for (const token of [
      `${head}.${wider}.${signature}`,
      `${head}.${payload}.${'A'.repeat(86)}`,
      `${head}.${payload}.`,
    ])
      expect(await codeOf(read(bank.tpp, token))).toBe('401 TOKEN_UNKNOWN');
  });

  it('of another algorithm is refused: none, and HMAC with the public key as its secret', async () => {
    const [head = '', payload = ''] = approved.tokens.access_token.split('.');
    const header = JSON.parse(Buffer.from(head, 'base64url').toString()) as Record<string, unknown>;
    const published = await bank.withoutCertificate(`${bank.gatewayUrl}/oauth/jwks`);
    const secret = JSON.stringify(((await published.json()) as { keys?: object[] }).keys?.[0] ?? {});
    const none = encoded({ ...header, alg: 'none' });
    const hmac = `${encoded({ ...header, alg: 'HS256' })}.${payload}`;
    for (const token of [
      `${none}.${payload}.`,
      `${hmac}.${createHmac('sha256', secret).update(hmac).digest('base64url')}`,
    ])
      expect(await codeOf(read(bank.tpp, token))).toBe('401 TOKEN_UNKNOWN');
  });

  it('signed with a key that its own header refers to or contains is refused', async () => {
    const [head = '', payload = ''] = approved.tokens.access_token.split('.');
    const header = JSON.parse(Buffer.from(head, 'base64url').toString()) as Record<string, unknown>;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwk = publicKey.export({ format: 'jwk' });
    for (const more of [{}, { kid: 'own' }, { jwk }, { jwk, kid: undefined }, { jku: 'https://evil.example/keys' }]) {
      const signed = `${encoded({ ...header, ...more })}.${payload}`;
      const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
      expect(await codeOf(read(bank.tpp, `${signed}.${signature.toString('base64url')}`))).toBe('401 TOKEN_UNKNOWN');
    }
  });

  it('is refused as refresh token and as code', async () => {
    const { started, back } = await consentWithCode(bank);
    const code = back.searchParams.get('code') ?? '';
    expect(await codeOf(read(bank.tpp, code))).toBe('401 TOKEN_UNKNOWN');
    const { refresh_token = '' } = await tokensFor(bank.tpp, back, started);
    expect(await codeOf(read(bank.tpp, refresh_token))).toBe('401 TOKEN_UNKNOWN');
  });

  it.each(['access_token', 'refresh_token'] as const)('is refused once the TPP has revoked its %s', async (kind) => {
    const { started, back } = await consentWithCode(bank);
    const tokens = await tokensFor(bank.tpp, back, started);
    expect((await read(bank.tpp, tokens.access_token)).status).toBe(200);
    await tokenRevocation(bank.tpp.configuration, tokens[kind] ?? '');
    const answer = () => codeOf(read(bank.tpp, tokens.access_token));
    await expect.poll(answer, { timeout: 10_000 }).toBe('401 TOKEN_INVALID');
  });

  it('cannot be revoked by another TPP, which does not learn whether it exists', async () => {
    const { tokens } = await approvedConsent(bank);
    const revoke = async (token: string) => {
      const form = { client_id: bank.otherTpp.id, token };
      const { status, body } = await postForm(bank.otherTpp, `${bank.gatewayUrl}/oauth/revoke`, form);
      return [status, body];
    };
    for (const token of [tokens.access_token, tokens.refresh_token ?? '']) await revoke(token);
    expect(await revoke(tokens.access_token)).toEqual(await revoke(`${tokens.access_token.slice(0, -8)}AAAAAAAA`));
    expect((await read(bank.tpp, tokens.access_token)).status).toBe(200);
    expect((await refreshTokenGrant(bank.tpp.configuration, tokens.refresh_token ?? '')).access_token).toBeTruthy();
  });

  it('has no introspection, user information or registration endpoint', async () => {
    const metadata = await bank.withoutCertificate(`${bank.gatewayUrl}/.well-known/oauth-authorization-server`);
    const names = Object.keys((await metadata.json()) as object);
    expect(names.filter((name) => /introspection|userinfo|registration|device/.test(name))).toEqual([]);
    for (const path of ['introspect', 'introspection', 'token/introspection', 'userinfo', 'me', 'reg', 'device/auth']) {
      const form = { client_id: bank.otherTpp.id, token: approved.tokens.access_token };
      const { status } = await postForm(bank.otherTpp, `${bank.gatewayUrl}/oauth/${path}`, form);
      expect([path, status]).toEqual([path, 404]);
    }
  });

  it('ends with the consent', async () => {
    const { consentId, tokens } = await approvedConsent(bank);
    await bank.tpp.requests.delete(`/v1/consents/${consentId}`);
    expect(await codeOf(read(bank.tpp, tokens.access_token))).toMatch(/^401 CONSENT_/);
  });
});

describe('the refresh token', () => {
  const form = (refresh_token: string, more: Record<string, string> = {}) => ({
    client_id: bank.tpp.id,
    grant_type: 'refresh_token',
    refresh_token,
    ...more,
  });
  const errorOf = async (tpp: Parameters<typeof askToken>[1], sent: Record<string, string>) => {
    const { status, body } = await askToken(bank, tpp, sent);
    return [status, body.error];
  };

  it('gets no more than was granted', async () => {
    const { tokens } = await approvedConsent(bank);
    for (const scope of ['AIS:00000000-0000-4000-8000-000000000000', 'AIS', 'PIS']) {
      const [status] = await errorOf(bank.tpp, form(tokens.refresh_token ?? '', { scope }));
      expect([scope, status]).toEqual([scope, 400]);
    }
  });

  it('is refused for another TPP and without a certificate', async () => {
    const { tokens } = await approvedConsent(bank);
    const sent = form(tokens.refresh_token ?? '');
    expect(await errorOf(bank.otherTpp, { ...sent, client_id: bank.otherTpp.id })).toEqual([400, 'invalid_grant']);
    expect(await errorOf(bank.otherTpp, sent)).toEqual([401, 'invalid_client']);
    expect(await errorOf({ fetch: bank.withoutCertificate }, sent)).toEqual([401, 'invalid_client']);
    expect(await errorOf(bank.tpp, sent)).toEqual([200, undefined]);
  });

  it('binds the new access token to the certificate of its request', async () => {
    const { tokens } = await approvedConsent(bank);
    const renewed = await refreshTokenGrant(bank.renewed.configuration, tokens.refresh_token ?? '');
    expect((await read(bank.renewed, renewed.access_token)).status).toBe(200);
    expect(await codeOf(read(bank.tpp, renewed.access_token))).toBe('401 TOKEN_INVALID');
  });

  it('ends with the consent', async () => {
    const { consentId, tokens } = await approvedConsent(bank);
    await bank.tpp.requests.delete(`/v1/consents/${consentId}`);
    expect(await errorOf(bank.tpp, form(tokens.refresh_token ?? ''))).toEqual([400, 'invalid_grant']);
  });

  it('is not issued for a token that only identifies the PSU', async () => {
    const step = await startRequest(bank.tpp, 'AIS', { pushed: true });
    const tokens = await tokensFor(bank.tpp, await signInAtBank(bank, step.url), step);
    expect(tokens.refresh_token).toBeUndefined();
  });
});

// Moves the clock of all tokens, so this is the last block.
describe('the access token, later', () => {
  it('expires, and the TPP gets the corresponding error', async () => {
    const { tokens } = await approvedConsent(bank);
    expect((await read(bank.tpp, tokens.access_token)).status).toBe(200);
    bank.services.clock.forward({ minutes: 31 });
    expect(await codeOf(read(bank.tpp, tokens.access_token))).toBe('401 TOKEN_EXPIRED');
  });
});
