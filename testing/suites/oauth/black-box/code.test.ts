import { forAllTests, PsuClient } from '@xs2a/test-kit';
import { RETURN } from '@xs2a/test-system/data/fixtures';
import { refreshTokenGrant } from 'openid-client';
import { beforeEach, describe, expect, it } from 'vitest';
import { approveOnPages, forgetCodes, nextAddressOf, signInAtBank, startRequest, tokensFor } from '../oauth-bank.ts';
import {
  askToken,
  codeOf,
  consentRequest,
  consentWithCode,
  exchange,
  postForm,
  read,
  startOpenBank,
} from './black-box.ts';

const FORM = 'application/x-www-form-urlencoded';
const bank = forAllTests(() => startOpenBank());
// No PSU may request this many codes within a few minutes.
beforeEach(() => forgetCodes(bank));

const errorOf = async (tpp: Parameters<typeof askToken>[1], form: Record<string, string>) => {
  const { status, body } = await askToken(bank, tpp, form);
  return [status, body.error];
};

describe('the authorisation code (FAPI 2.0 Security Profile, 5.3.2)', () => {
  it('is accepted once: its second use is refused and revokes the tokens of the first', async () => {
    const { started, back } = await consentWithCode(bank);
    const tokens = await tokensFor(bank.tpp, back, started);
    expect((await read(bank.tpp, tokens.access_token)).status).toBe(200);
    expect(await errorOf(bank.tpp, exchange(bank.tpp, back, started))).toEqual([400, 'invalid_grant']);
    const refreshed = refreshTokenGrant(bank.tpp.configuration, tokens.refresh_token ?? '');
    await expect(refreshed).rejects.toMatchObject({ error: 'invalid_grant' });
    await expect.poll(() => codeOf(read(bank.tpp, tokens.access_token)), { timeout: 10_000 }).toBe('401 TOKEN_INVALID');
  });

  it('is exchanged for tokens once in ten parallel requests', async () => {
    const { started, back } = await consentWithCode(bank);
    const form = exchange(bank.tpp, back, started);
    const answers = await Promise.all(Array.from({ length: 10 }, () => askToken(bank, bank.tpp, form)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('expires after 60 seconds', async () => {
    const { started, back } = await consentWithCode(bank);
    bank.services.clock.forward({ seconds: 61 });
    expect(await errorOf(bank.tpp, exchange(bank.tpp, back, started))).toEqual([400, 'invalid_grant']);
  });

  it.each<[string, object, 'tpp' | 'otherTpp', [number, string]]>([
    ['by another verifier than that of its request', { code_verifier: 'x'.repeat(43) }, 'tpp', [400, 'invalid_grant']],
    ['without a verifier (downgrade of PKCE)', { code_verifier: undefined }, 'tpp', [400, 'invalid_grant']],
    ['for another redirect address', { redirect_uri: `${RETURN.ok}/` }, 'tpp', [400, 'invalid_grant']],
    ['by another TPP', { client_id: 'PSDHR-HNB-OTHER' }, 'otherTpp', [400, 'invalid_grant']],
    ['in the name of the TPP with the certificate of another', {}, 'otherTpp', [401, 'invalid_client']],
  ])('is not exchanged %s', async (_, change, sender, refusal) => {
    const { started, back } = await consentWithCode(bank);
    const form = Object.entries({ ...exchange(bank.tpp, back, started), ...change });
    const sent = Object.fromEntries(form.filter(([, value]) => value !== undefined));
    expect(await errorOf(bank[sender], sent)).toEqual(refusal);
  });

  it("is refused without the TPP's certificate, whatever secret is sent instead", async () => {
    const { started, back } = await consentWithCode(bank);
    const form = exchange(bank.tpp, back, started);
    const bare = { fetch: bank.withoutCertificate };
    const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
    for (const proof of [{}, { client_secret: 'secret' }, { client_assertion_type, client_assertion: 'a.b.c' }]) {
      expect(await errorOf(bare, { ...form, ...proof })).toEqual([401, 'invalid_client']);
    }
  });

  it('of a consent that has ended in the meantime gives no access', async () => {
    const { started, back, consentId } = await consentWithCode(bank);
    await bank.tpp.requests.delete(`/v1/consents/${consentId}`);
    const { body } = await askToken(bank, bank.tpp, exchange(bank.tpp, back, started));
    if (body.access_token !== undefined) {
      expect(await codeOf(read(bank.tpp, body.access_token))).toMatch(/^401 CONSENT_/);
    }
  });

  it('is given only to the browser that began, after the approval of the PSU', async () => {
    const { started } = await consentRequest(bank);
    const [attacker, victim] = [new PsuClient(bank.portalUrl), new PsuClient(bank.portalUrl)];
    const link = (await attacker.open(started.url.href)).url;
    const wayBack = nextAddressOf(await approveOnPages(victim, new URL(link)));
    expect((await victim.open(wayBack)).status).toBe(410);
    const { url } = await attacker.open(wayBack);
    expect(new URL(url).origin).toBe(bank.portalUrl);
  });

  it('is not given to a PSU that opens the sign-in of a pre-step begun in another browser', async () => {
    const started = await startRequest(bank.tpp, 'AIS', { pushed: true });
    const page = await new PsuClient(bank.portalUrl).open(started.url.href);
    expect(page.url).toContain('/oauth/sign-in/');
    expect((await new PsuClient(bank.portalUrl).open(page.url)).status).toBe(404);
  });

  it('comes once, with a redirect that does not send a form of the PSU on to the TPP (303, never 307)', async () => {
    const { started } = await consentRequest(bank);
    const browser = new PsuClient(bank.portalUrl);
    const wayBack = nextAddressOf(await approveOnPages(browser, started.url));
    const back = await browser.open(wayBack);
    expect([back.status, new URL(back.url).searchParams.has('code')]).toEqual([303, true]);
    const again = await browser.open(wayBack);
    expect(new URL(again.url).searchParams.has('code')).toBe(false);
  });

  it('is not given if the PSU declines: the TPP gets access_denied', async () => {
    const step = await startRequest(bank.tpp, 'AIS', { pushed: true });
    const back = await signInAtBank(bank, step.url, { answer: '/decline' });
    expect([back.searchParams.get('error'), back.searchParams.has('code')]).toEqual(['access_denied', false]);
  });
});

describe('the token endpoint', () => {
  it.each(['password', 'client_credentials', 'implicit', 'urn:ietf:params:oauth:grant-type:jwt-bearer', ''])(
    'issues no token for the grant %j',
    async (grant_type) => {
      const form = {
        client_id: bank.tpp.id,
        grant_type,
        username: 'psu-private',
        password: 'psu-private-pass',
        scope: 'AIS',
      };
      const [status, error] = await errorOf(bank.tpp, form);
      expect(status).toBe(400);
      expect(error).toMatch(/^(unsupported_grant_type|unauthorized_client|invalid_request)$/);
    },
  );

  it('accepts no code in the query, and none that is sent twice', async () => {
    const { started, back } = await consentWithCode(bank);
    const sent = new URLSearchParams(exchange(bank.tpp, back, started)).toString();
    const url = `${bank.gatewayUrl}/oauth/token`;
    expect((await postForm(bank.tpp, `${url}?${sent}`, '')).status).toBeGreaterThanOrEqual(400);
    expect((await bank.tpp.fetch(`${url}?${sent}`)).status).toBeGreaterThanOrEqual(400);
    const twice = await postForm(bank.tpp, url, `${sent}&code=${back.searchParams.get('code')}`);
    expect([twice.status, twice.body.error]).toEqual([400, 'invalid_request']);
  });

  it.each([
    ['is too long', 413, {}, `a=${'x'.repeat(20_000)}`],
    ['is compressed', 415, { 'Content-Encoding': 'gzip' }, 'a=b'],
    ['is in a charset that does not exist', 415, { 'Content-Type': `${FORM}; charset=klingon` }, 'a=b'],
    ['is no form', 400, { 'Content-Type': 'application/json' }, '{}'],
  ])('refuses a body that %s with an OAuth error, as the other endpoints do', async (_, expected, headers, body) => {
    for (const endpoint of ['token', 'par', 'revoke']) {
      const sent = { method: 'POST', headers: { 'Content-Type': FORM, ...headers }, body };
      const answer = await bank.tpp.fetch(`${bank.gatewayUrl}/oauth/${endpoint}`, sent);
      expect([endpoint, answer.status, await answer.json()]).toEqual([
        endpoint,
        expected,
        { error: 'invalid_request', error_description: expect.any(String) },
      ]);
    }
  });

  it('has one method, and the metadata another', async () => {
    for (const [path, allowed] of [
      ['/oauth/token', 'POST'],
      ['/oauth/par', 'POST'],
      ['/oauth/revoke', 'POST'],
      ['/oauth/jwks', 'GET, HEAD'],
      ['/.well-known/oauth-authorization-server', 'GET, HEAD'],
    ] as const) {
      for (const method of ['PUT', 'OPTIONS', allowed === 'POST' ? 'GET' : 'POST']) {
        const answer = await bank.withoutCertificate(bank.gatewayUrl + path, { method });
        expect([path, method, answer.status, answer.headers.get('allow')]).toEqual([path, method, 405, allowed]);
        expect(await answer.json()).toMatchObject({ error: 'invalid_request' });
      }
    }
  });

  it('forbids caching of its answer', async () => {
    const { started, back } = await consentWithCode(bank);
    const { status, headers } = await askToken(bank, bank.tpp, exchange(bank.tpp, back, started));
    expect([status, headers.get('cache-control')]).toEqual([200, expect.stringContaining('no-store')]);
  });
});

describe('stored data', () => {
  it("contain no code and no token, and the TPP's tokens no PSU-ID", async () => {
    const step = await startRequest(bank.tpp, 'AIS', { pushed: true });
    const back = await signInAtBank(bank, step.url);
    const named = await tokensFor(bank.tpp, back, step);
    const { started, back: second } = await consentWithCode(bank);
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
