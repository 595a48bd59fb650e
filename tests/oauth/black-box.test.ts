import { PsuClient } from '@xs2a/test-kit';
import { RETURN } from '@xs2a/test-system/data/fixtures';
import { calculatePKCECodeChallenge, refreshTokenGrant, tokenRevocation } from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  approveAtBank,
  approvedConsent,
  approveOnPages,
  bearer,
  createConsent,
  createPayment,
  forgetCodes,
  type OAuthBank,
  type OAuthTpp,
  type Started,
  signInAtBank,
  startOAuthBank,
  startRequest,
  tokensFor,
  wayOn,
} from './oauth-bank.ts';

let bank: OAuthBank;
/** Shared by the checks that only use it wrongly. */
let approved: Awaited<ReturnType<typeof approvedConsent>>;
beforeAll(async () => {
  bank = await startOAuthBank(
    '{ integrated: true, accessTokenMinutes: 30, preStep: { accounts: optional, payments: optional, funds: optional } }',
  );
  approved = await approvedConsent(bank);
});
afterAll(() => bank[Symbol.asyncDispose]());
// So many codes no PSU may ask for in a few minutes.
beforeEach(() => forgetCodes(bank));

/** A token request by hand: what a client library would not send. */
async function askToken({ fetch }: Pick<OAuthTpp, 'fetch'>, form: Record<string, string>) {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams(form).toString();
  const response = await fetch(`${bank.gatewayUrl}/oauth/token`, { method: 'POST', headers, body });
  return { status: response.status, body: (await response.json()) as { error?: string; access_token?: string } };
}

const exchange = ({ id }: Pick<OAuthTpp, 'id'>, back: URL, { verifier }: Pick<Started, 'verifier'>) => ({
  client_id: id,
  grant_type: 'authorization_code',
  code: back.searchParams.get('code') ?? '',
  redirect_uri: RETURN.ok,
  code_verifier: verifier,
});

async function consentWithCode(headers: Record<string, string> = {}) {
  const consentId = String((await createConsent(bank.tpp, headers)).body['consentId']);
  const started = await startRequest(bank.tpp, `AIS:${consentId}`);
  return { consentId, started, back: await approveAtBank(bank, started.url) };
}

/** Where a browser ends with an authorisation request that is wrong: at the TPP with an error, or on a page of the bank. */
async function refusedAt(url: URL): Promise<string> {
  const page = await new PsuClient(bank.portalUrl).open(url.href);
  const { origin, searchParams, hash } = new URL(page.url);
  if (origin === bank.portalUrl) return `page ${page.status}`;
  return searchParams.get('error') ?? new URLSearchParams(hash.slice(1)).get('error') ?? 'none';
}

const changed = ({ url }: Started, change: (parameters: URLSearchParams) => void): URL => {
  const other = new URL(url);
  change(other.searchParams);
  return other;
};

const read = (tpp: OAuthTpp, token: string, path = '/v1/accounts', more: Record<string, string> = {}) =>
  tpp.requests.get(path, bearer(token, more));
const codeOf = async (answer: ReturnType<typeof read>) => {
  const { status, text } = await answer;
  return `${status} ${/[A-Z]+_[A-Z_]+/.exec(text)?.[0] ?? ''}`;
};

describe('the code (FAPI 2.0 Security Profile, 5.3.2)', () => {
  it('1 counts once: its second use is refused and ends the tokens of the first', async () => {
    const { started, back } = await consentWithCode();
    const tokens = await tokensFor(bank.tpp, back, started);
    expect((await read(bank.tpp, tokens.access_token)).status).toBe(200);
    expect((await askToken(bank.tpp, exchange(bank.tpp, back, started))).body.error).toBe('invalid_grant');
    const refreshed = refreshTokenGrant(bank.tpp.configuration, tokens.refresh_token ?? '');
    await expect(refreshed).rejects.toMatchObject({ error: 'invalid_grant' });
    await expect.poll(() => codeOf(read(bank.tpp, tokens.access_token)), { timeout: 10_000 }).toBe('401 TOKEN_INVALID');
  });

  it('2 gives one answer with tokens to ten requests at the same moment', async () => {
    const { started, back } = await consentWithCode();
    const form = exchange(bank.tpp, back, started);
    const answers = await Promise.all(Array.from({ length: 10 }, () => askToken(bank.tpp, form)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('3 is over after 60 seconds', async () => {
    const { started, back } = await consentWithCode();
    bank.services.clock.forward({ seconds: 61 });
    expect((await askToken(bank.tpp, exchange(bank.tpp, back, started))).body.error).toBe('invalid_grant');
  });

  it('4 needs the verifier of its request, and 5 needs one at all', async () => {
    const { started, back } = await consentWithCode();
    const { code_verifier: _none, ...without } = exchange(bank.tpp, back, started);
    expect((await askToken(bank.tpp, without)).body.error).toBe('invalid_grant');
    const other = { ...without, code_verifier: 'x'.repeat(43) };
    expect((await askToken(bank.tpp, other)).body.error).toBe('invalid_grant');
  });

  it('6 needs the redirect address of its request', async () => {
    const { started, back } = await consentWithCode();
    const form = { ...exchange(bank.tpp, back, started), redirect_uri: `${RETURN.ok}/` };
    expect((await askToken(bank.tpp, form)).body.error).toBe('invalid_grant');
  });

  it('7 is of no use to another TPP', async () => {
    const { started, back } = await consentWithCode();
    const stolen = exchange(bank.otherTpp, back, started);
    expect((await askToken(bank.otherTpp, stolen)).body.error).toBe('invalid_grant');
  });

  it('8 is of no use in the name of the TPP without its certificate', async () => {
    const { started, back } = await consentWithCode();
    const form = exchange(bank.tpp, back, started);
    expect(await askToken(bank.otherTpp, form)).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    const bare = await askToken({ fetch: bank.withoutCertificate }, form);
    expect(bare).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  });
});

describe('the authorisation request', () => {
  const consentRequest = async () => {
    const consentId = String((await createConsent(bank.tpp)).body['consentId']);
    return startRequest(bank.tpp, `AIS:${consentId}`);
  };

  it('9 needs a PKCE challenge, and 10 takes no plain one', async () => {
    const started = await consentRequest();
    expect(await refusedAt(changed(started, (sent) => sent.delete('code_challenge')))).toBe('invalid_request');
    const plain = changed(started, (sent) => sent.set('code_challenge_method', 'plain'));
    expect(await refusedAt(plain)).toBe('invalid_request');
    const unnamed = changed(started, (sent) => sent.delete('code_challenge_method'));
    expect(await refusedAt(unnamed)).toBe('invalid_request');
  });

  it.each([
    `${RETURN.ok}/`,
    `${RETURN.ok}?next=x`,
    `${RETURN.ok}#x`,
    'https://tpp.example.evil.example/ok',
    'https://tpp.example@evil.example/ok',
    'https://evil.example/ok',
    'http://tpp.example/ok',
    'HTTPS://TPP.EXAMPLE/ok',
    'javascript:alert(1)',
    '//tpp.example/ok',
  ])('11 sends no browser to %s: exactly the address of the consent counts', async (uri) => {
    const started = await consentRequest();
    expect(await refusedAt(changed(started, (sent) => sent.set('redirect_uri', uri)))).toBe('page 400');
  });

  it('12 has no other answer than a code', async () => {
    const started = await consentRequest();
    const token = changed(started, (sent) => sent.set('response_type', 'token'));
    expect(await refusedAt(token)).toMatch(/^(page 400|unsupported_response_type|unauthorized_client)$/);
  });

  it.each(['', 'openid', 'AIS PIS', 'AIS:*', 'everything', 'AIS:00000000-0000-4000-8000-000000000000'])(
    '13 opens nothing with the scope %j',
    async (scope) => {
      const started = await consentRequest();
      const error = await refusedAt(changed(started, (sent) => sent.set('scope', scope)));
      expect(error).toMatch(/^(page 400|invalid_scope)$/);
    },
  );

  it('14 cannot lead to a consent of another TPP', async () => {
    const consentId = String((await createConsent(bank.otherTpp)).body['consentId']);
    const started = await startRequest(bank.tpp, `AIS:${consentId}`);
    expect(await refusedAt(started.url)).toMatch(/^(page 400|invalid_scope)$/);
  });

  it('15 pushed counts as it was pushed: nothing beside it is read', async () => {
    const consentId = String((await createConsent(bank.tpp)).body['consentId']);
    const started = await startRequest(bank.tpp, `AIS:${consentId}`, { pushed: true });
    const challenge = await calculatePKCECodeChallenge('y'.repeat(43));
    const tampered = changed(started, (sent) => {
      sent.set('redirect_uri', 'https://evil.example/ok');
      sent.set('code_challenge', challenge);
    });
    const back = await approveAtBank(bank, tampered);
    expect(back.origin + back.pathname).toBe(RETURN.ok);
    expect((await tokensFor(bank.tpp, back, started)).access_token).toBeTruthy();
  });

  it('16 pushed is of no use to another TPP, nor after its time', async () => {
    const started = await startRequest(bank.tpp, 'AIS', { pushed: true });
    const foreign = changed(started, (sent) => sent.set('client_id', bank.otherTpp.id));
    expect(await refusedAt(foreign)).toMatch(/^(page 400|invalid_\w+)$/);
    bank.services.clock.forward({ minutes: 3 });
    expect(await refusedAt(started.url)).toMatch(/^(page 400|invalid_request_uri)$/);
  });

  it('17 is answered with its issuer and state, so that answers of two banks cannot be mixed up', async () => {
    const { back, started } = await consentWithCode();
    expect(back.searchParams.get('iss')).toBe(bank.gatewayUrl);
    expect(back.searchParams.get('state')).toBe(started.state);
    const mixed = new URL(back);
    mixed.searchParams.set('iss', 'https://other-bank.example');
    await expect(tokensFor(bank.tpp, mixed, started)).rejects.toThrow();
    expect((await tokensFor(bank.tpp, back, started)).access_token).toBeTruthy();
  });

  it('18 gives the code to the browser alone in which it began and the PSU has approved', async () => {
    const started = await consentRequest();
    const [attacker, victim] = [new PsuClient(bank.portalUrl), new PsuClient(bank.portalUrl)];
    const link = (await attacker.open(started.url.href)).url;
    const wayBack = wayOn(await approveOnPages(victim, new URL(link)));
    expect((await victim.open(wayBack)).status).toBe(410);
    const { url } = await attacker.open(wayBack);
    expect(new URL(url).origin).toBe(bank.portalUrl);
  });
});

describe('the access token', () => {
  it('19 counts with the certificate alone that it was given to', async () => {
    // A later consent of the PSU has ended the one that is shared.
    const { tokens } = await approvedConsent(bank);
    expect(await codeOf(read(bank.renewed, tokens.access_token))).toBe('401 TOKEN_INVALID');
    expect(await codeOf(read(bank.otherTpp, tokens.access_token))).toBe('401 TOKEN_UNKNOWN');
    expect((await read(bank.tpp, tokens.access_token)).status).toBe(200);
  });

  it('20 of one consent opens no other consent, and no payment', async () => {
    const { tokens } = approved;
    const other = String((await createConsent(bank.tpp)).body['consentId']);
    const paymentId = String((await createPayment(bank.tpp)).body['paymentId']);
    const token = tokens.access_token;
    expect(await codeOf(read(bank.tpp, token, '/v1/accounts', { 'Consent-ID': other }))).toBe('401 TOKEN_INVALID');
    expect(await codeOf(read(bank.tpp, token, `/v1/consents/${other}`))).toBe('401 TOKEN_INVALID');
    const payment = `/v1/payments/sepa-credit-transfers/${paymentId}`;
    expect(await codeOf(read(bank.tpp, token, payment))).toBe('401 TOKEN_INVALID');
    expect(await codeOf(createPayment(bank.tpp, bearer(token).headers))).toBe('401 TOKEN_INVALID');
  });

  it('21 gets no more by a refresh than was granted', async () => {
    const form = {
      client_id: bank.tpp.id,
      grant_type: 'refresh_token',
      refresh_token: approved.tokens.refresh_token ?? '',
    };
    const wider = await askToken(bank.tpp, { ...form, scope: 'AIS:00000000-0000-4000-8000-000000000000' });
    expect(wider.status).toBe(400);
    expect(await askToken(bank.otherTpp, { ...form, client_id: bank.otherTpp.id })).toMatchObject({ status: 400 });
  });

  it.each([
    ['Basic dXNlcjpwYXNz', '401 TOKEN_UNKNOWN'],
    ['Bearer', '401 TOKEN_UNKNOWN'],
    ['Bearer nothing', '401 TOKEN_UNKNOWN'],
    ['Bearer eyJhbGciOiJub25lIn0.eyJzY29wZSI6IkFJUyJ9.', '401 TOKEN_UNKNOWN'],
  ])('22 that is not understood is refused, never ignored: %j', async (Authorization, expected) => {
    const headers = { Authorization, 'Consent-ID': approved.consentId };
    expect(await codeOf(bank.tpp.requests.get('/v1/accounts', { headers }))).toBe(expected);
  });

  it('22 with another signature, payload or algorithm is refused', async () => {
    const [head = '', payload = '', signature = ''] = approved.tokens.access_token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
    const other = Buffer.from(JSON.stringify({ ...claims, scope: 'AIS' })).toString('base64url');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const token of [
      `${head}.${other}.${signature}`,
      `${none}.${payload}.`,
      `${head}.${payload}.${'A'.repeat(86)}`,
    ])
      expect(await codeOf(read(bank.tpp, token))).toBe('401 TOKEN_UNKNOWN');
  });

  it('23 counts no more once the TPP has revoked it, or its refresh token', async () => {
    for (const kind of ['access_token', 'refresh_token'] as const) {
      const { started, back } = await consentWithCode();
      const tokens = await tokensFor(bank.tpp, back, started);
      await tokenRevocation(bank.otherTpp.configuration, tokens[kind] ?? '').catch(() => undefined);
      expect((await read(bank.tpp, tokens.access_token)).status).toBe(200);
      await tokenRevocation(bank.tpp.configuration, tokens[kind] ?? '');
      await expect
        .poll(() => codeOf(read(bank.tpp, tokens.access_token)), { timeout: 10_000 })
        .toBe('401 TOKEN_INVALID');
    }
  });

  it('24 ends with the consent, and so does its refresh token', async () => {
    const { consentId, started, back } = await consentWithCode();
    const tokens = await tokensFor(bank.tpp, back, started);
    await bank.tpp.requests.delete(`/v1/consents/${consentId}`);
    expect(await codeOf(read(bank.tpp, tokens.access_token))).toMatch(/^401 CONSENT_/);
    const refreshed = refreshTokenGrant(bank.tpp.configuration, tokens.refresh_token ?? '');
    await expect(refreshed).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('25 expires, and the TPP is told so', async () => {
    const { started, back } = await consentWithCode();
    const tokens = await tokensFor(bank.tpp, back, started);
    expect((await read(bank.tpp, tokens.access_token)).status).toBe(200);
    bank.services.clock.forward({ minutes: 31 });
    expect(await codeOf(read(bank.tpp, tokens.access_token))).toBe('401 TOKEN_EXPIRED');
  });
});

describe('what is stored', () => {
  it('contains no code and no token, and no PSU-ID in what the TPP gets', async () => {
    const step = await startRequest(bank.tpp, 'AIS', { pushed: true });
    const back = await signInAtBank(bank, step.url);
    const named = await tokensFor(bank.tpp, back, step);
    const { started, back: second } = await consentWithCode();
    const tokens = await tokensFor(bank.tpp, second, started);
    const secrets = [back, second].map((url) => url.searchParams.get('code') ?? '');
    secrets.push(named.access_token, tokens.access_token, tokens.refresh_token ?? '');
    for (const { name } of await bank.services.database('oauth').listCollections().toArray()) {
      const stored = JSON.stringify(await bank.services.database('oauth').collection(name).find().toArray());
      for (const secret of secrets) expect(stored.includes(secret), name).toBe(false);
    }
    const said = Buffer.from(named.access_token.split('.')[1] ?? '', 'base64url').toString();
    expect(said).not.toContain('psu-private');
  });
});
