import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { forAllTests, PsuClient } from '@xs2a/test-kit';
import { RETURN } from '@xs2a/test-system/data/fixtures';
import { calculatePKCECodeChallenge } from 'openid-client';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  approveAtBank,
  approveOnPages,
  createConsent,
  forgetCodes,
  signInAtBank,
  startOAuthBank,
  startRequest,
  tokensFor,
} from '../oauth-bank.ts';
import { changed, consentRequest, consentWithCode, postForm, refusedAt, startOpenBank } from './black-box.ts';

const bank = forAllTests(() => startOpenBank());
// No PSU may request this many codes within a few minutes.
beforeEach(() => forgetCodes(bank));

/** Returns the error of the authorisation request for a consent with these parameters; undefined omits a parameter. */
async function refused(parameters: Record<string, string | undefined>): Promise<string> {
  const { started } = await consentRequest(bank);
  const url = changed(started, (sent) => {
    for (const [name, value] of Object.entries(parameters)) {
      if (value === undefined) sent.delete(name);
      else sent.set(name, value);
    }
  });
  return refusedAt(bank, url);
}

const NO_WAY_BACK = /^page 400$/;

describe('the authorisation request', () => {
  it('needs a PKCE challenge', async () => {
    expect(await refused({ code_challenge: undefined })).toBe('invalid_request');
    expect(await refused({ code_challenge: undefined, code_challenge_method: undefined })).toBe('invalid_request');
  });

  it.each(['plain', undefined, 'S512'])('accepts no PKCE challenge with the method %s', async (method) => {
    expect(await refused({ code_challenge_method: method })).toBe('invalid_request');
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
    undefined,
  ])('does not redirect to %s: only the exact address of the consent is accepted', async (redirect_uri) => {
    expect(await refused({ redirect_uri })).toMatch(NO_WAY_BACK);
  });

  it.each(['myapp:/ok', 'com.example.app:/ok', 'http://127.0.0.1:8123/ok'])(
    'redirects to %s, which the gateway accepted for the consent (decision 37)',
    async (address) => {
      const created = await createConsent(bank.tpp, { 'TPP-Redirect-URI': address });
      const scope = `AIS:${String(created.body['consentId'])}`;
      const { url } = await startRequest(bank.tpp, scope, { redirect_uri: address });
      expect((await new PsuClient(bank.portalUrl).open(url.href)).url).toContain('/sca/');
      url.searchParams.set('prompt', 'none');
      expect((await new PsuClient(bank.portalUrl).open(url.href)).url).toContain(`${address}?error=`);
    },
  );

  it('redirects nowhere if the redirect URI is sent twice', async () => {
    const { started } = await consentRequest(bank);
    const twice = changed(started, (sent) => sent.append('redirect_uri', 'https://evil.example/ok'));
    expect(await refusedAt(bank, twice)).toMatch(NO_WAY_BACK);
  });

  it.each(['token', 'id_token', 'code token', 'none', ''])(
    'is answered only with a code, not with %j',
    async (type) => {
      expect(await refused({ response_type: type })).toMatch(
        /^(page 400|unsupported_response_type|unauthorized_client|invalid_request)$/,
      );
    },
  );

  it.each(['fragment', 'form_post', 'web_message', 'jwt'])('is answered only in the query, not by %s', async (mode) => {
    expect(await refused({ response_mode: mode })).toMatch(/^(page 400|invalid_request|unsupported_response_mode)$/);
  });

  it.each(['', 'openid', 'AIS PIS', 'AIS:*', 'everything', 'AIS:00000000-0000-4000-8000-000000000000'])(
    'gives no access with the scope %j',
    async (scope) => {
      expect(await refused({ scope })).toMatch(/^(page 400|invalid_scope)$/);
    },
  );

  it('opens no consent of another TPP', async () => {
    const consentId = String((await createConsent(bank.otherTpp)).body['consentId']);
    const started = await startRequest(bank.tpp, `AIS:${consentId}`);
    expect(await refusedAt(bank, started.url)).toMatch(/^(page 400|invalid_scope)$/);
  });

  it('with the client_id of another TPP opens nothing of the first', async () => {
    expect(await refused({ client_id: bank.otherTpp.id })).toMatch(NO_WAY_BACK);
    expect(await refused({ client_id: undefined })).toMatch(NO_WAY_BACK);
    expect(await refused({ client_id: 'PSDHR-HNB-NOBODY' })).toMatch(NO_WAY_BACK);
  });

  it.each([{}, { scope: 'everything' }, { scope: 'PIS:unknown' }, { response_type: 'token' }])(
    'without a resource does not redirect to an address that its TPP has not pushed, with %j (RFC 9700, 4.11)',
    async (wrong) => {
      const elsewhere = 'https://elsewhere.example/ok';
      await startRequest(bank.tpp, 'AIS', { pushed: true });
      const started = await startRequest(bank.tpp, 'AIS', { redirect_uri: elsewhere, ...wrong });
      const page = await new PsuClient(bank.portalUrl).open(started.url.href);
      expect([new URL(page.url).pathname, page.status]).toEqual(['/oauth/authorize', 400]);
      // The sandbox only warns of such an address: its TPP may push it.
      const pushed = await startRequest(bank.tpp, 'AIS', { redirect_uri: elsewhere, pushed: true });
      const back = await signInAtBank(bank, pushed.url, { answer: '/decline' });
      expect(back.origin + back.pathname).toBe(elsewhere);
    },
  );

  it('without a resource may redirect the browser to the domain of the certificate', async () => {
    await startRequest(bank.tpp, 'AIS', { pushed: true });
    const started = await startRequest(bank.tpp, 'AIS', { redirect_uri: `${RETURN.ok}/anywhere` });
    const back = await signInAtBank(bank, started.url, { answer: '/decline' });
    expect(back.origin + back.pathname).toBe(`${RETURN.ok}/anywhere`);
    expect(
      await refusedAt(
        bank,
        changed(started, (sent) => sent.set('scope', 'everything')),
      ),
    ).toBe('invalid_scope');
  });

  it('asks for no token of another server', async () => {
    expect(await refused({ resource: 'https://other-bank.example' })).toBe('invalid_target');
  });

  it('is not read from a request object, nor fetched from an address', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/request`;
    const payload = Buffer.from(JSON.stringify({ redirect_uri: 'https://evil.example' })).toString('base64url');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    expect(await refused({ request: unsigned })).toMatch(/^(page 400|request_not_supported)$/);
    expect(await refused({ request_uri: address })).toMatch(
      /^(page 400|request_uri_not_supported|invalid_request_uri)$/,
    );
    server.close();
    expect(asked).toEqual([]);
  });

  it('gives no code without the PSU', async () => {
    expect(await refused({ prompt: 'none' })).toMatch(/^(login_required|interaction_required|invalid_request)$/);
  });

  it('is answered with its issuer and state, so that answers of two banks cannot be mixed up (RFC 9207)', async () => {
    const { back, started } = await consentWithCode(bank);
    expect(back.searchParams.get('iss')).toBe(bank.gatewayUrl);
    expect(back.searchParams.get('state')).toBe(started.state);
    const mixed = new URL(back);
    mixed.searchParams.set('iss', 'https://other-bank.example');
    await expect(tokensFor(bank.tpp, mixed, started)).rejects.toThrow();
    expect((await tokensFor(bank.tpp, back, started)).access_token).toBeTruthy();
  });

  it('is answered with its issuer even if refused', async () => {
    const { started } = await consentRequest(bank);
    const plain = changed(started, (sent) => sent.set('code_challenge_method', 'plain'));
    const { url } = await new PsuClient(bank.portalUrl).open(plain.href);
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({ iss: bank.gatewayUrl, state: started.state });
  });
});

describe('a pushed request (RFC 9126)', () => {
  const parameters = async (scope = 'AIS') => ({
    client_id: bank.tpp.id,
    response_type: 'code',
    redirect_uri: RETURN.ok,
    scope,
    code_challenge: await calculatePKCECodeChallenge('y'.repeat(43)),
    code_challenge_method: 'S256',
  });
  const push = async (form: Record<string, string>, tpp: Parameters<typeof postForm>[0] = bank.tpp) => {
    const { status, body } = await postForm(tpp, `${bank.gatewayUrl}/oauth/par`, form);
    return [status, body.error];
  };

  it('is used as pushed: parameters beside it are ignored', async () => {
    const { started } = await consentRequest(bank, { pushed: true });
    const challenge = await calculatePKCECodeChallenge('y'.repeat(43));
    const tampered = changed(started, (sent) => {
      sent.set('redirect_uri', 'https://evil.example/ok');
      sent.set('code_challenge', challenge);
    });
    const back = await approveAtBank(bank, tampered);
    expect(back.origin + back.pathname).toBe(RETURN.ok);
    expect((await tokensFor(bank.tpp, back, started)).access_token).toBeTruthy();
  });

  it('is refused for another TPP', async () => {
    const started = await startRequest(bank.tpp, 'AIS', { pushed: true });
    const foreign = changed(started, (sent) => sent.set('client_id', bank.otherTpp.id));
    expect(await refusedAt(bank, foreign)).toMatch(NO_WAY_BACK);
  });

  it('that is unknown leads to a page of the bank', async () => {
    const started = await startRequest(bank.tpp, 'AIS', { pushed: true });
    const unknown = changed(started, (sent) => sent.set('request_uri', `${sent.get('request_uri')}x`));
    expect(await refusedAt(bank, unknown)).toMatch(NO_WAY_BACK);
  });

  it('contains the redirect URI', async () => {
    const { redirect_uri: _none, ...without } = await parameters();
    expect(await push(without)).toEqual([400, 'invalid_request']);
  });

  it('expires after the time given in its answer', async () => {
    const { body } = await postForm(bank.tpp, `${bank.gatewayUrl}/oauth/par`, await parameters());
    expect(body).toMatchObject({ expires_in: 60 });
    const started = await startRequest(bank.tpp, 'AIS', { pushed: true });
    bank.services.clock.forward({ minutes: 1 });
    expect(await refusedAt(bank, started.url)).toMatch(NO_WAY_BACK);
  });

  it('gives one code: its second use is refused', async () => {
    const started = await startRequest(bank.tpp, 'AIS', { pushed: true });
    expect((await signInAtBank(bank, started.url)).searchParams.has('code')).toBe(true);
    expect(await refusedAt(bank, started.url)).toMatch(NO_WAY_BACK);
  });

  it('gives one code even if two browsers had opened it before', async () => {
    const started = await startRequest(bank.tpp, 'AIS', { pushed: true });
    const browsers = [new PsuClient(bank.portalUrl), new PsuClient(bank.portalUrl)];
    const questions = [];
    for (const browser of browsers) questions.push(await signedIn(browser, started.url));
    const backs = [];
    for (const [index, browser] of browsers.entries()) {
      const question = questions[index];
      if (question === undefined) throw new Error('no question was asked');
      backs.push(new URL((await browser.submit(question, {}, '/continue')).url));
    }
    expect(backs.map(({ searchParams }) => searchParams.has('code'))).toEqual([true, false]);
  });

  it('comes from the TPP itself: with its own certificate and client_id', async () => {
    const form = await parameters();
    expect(await push(form)).toEqual([201, undefined]);
    expect(await push({ ...form, client_id: bank.otherTpp.id })).toEqual([401, 'invalid_client']);
    expect(await push(form, { fetch: bank.withoutCertificate })).toEqual([401, 'invalid_client']);
  });

  it('needs a PKCE challenge with S256', async () => {
    const { code_challenge: _none, ...without } = await parameters();
    expect(await push(without)).toEqual([400, 'invalid_request']);
    expect(await push({ ...(await parameters()), code_challenge_method: 'plain' })).toEqual([400, 'invalid_request']);
  });

  it('for a consent redirects only to the addresses of the consent', async () => {
    const consentId = String((await createConsent(bank.tpp)).body['consentId']);
    const form = await parameters(`AIS:${consentId}`);
    expect(await push(form)).toEqual([201, undefined]);
    for (const redirect_uri of [`${RETURN.ok}/`, 'https://evil.example/ok', 'https://u:p@tpp.example/ok']) {
      expect(await push({ ...form, redirect_uri })).toEqual([400, 'invalid_request']);
    }
  });

  it('cannot refer to another pushed request', async () => {
    const started = await startRequest(bank.tpp, 'AIS', { pushed: true });
    const request_uri = started.url.searchParams.get('request_uri') ?? '';
    const refusal = [400, expect.stringMatching(/^(invalid_request|request_uri_not_supported)$/)];
    expect(await push({ ...(await parameters()), request_uri })).toEqual(refusal);
  });
});

/** Walks to the question whether the TPP may learn the PSU's identity. */
async function signedIn(browser: PsuClient, url: URL) {
  await forgetCodes(bank);
  return approveOnPages(browser, url);
}

describe('if requests must be pushed', () => {
  const strict = forAllTests(() =>
    startOAuthBank('{ integrated: true, pushedRequestsOnly: true, preStep: { accounts: optional } }'),
  );

  it('no other request opens a page for the PSU', async () => {
    const { started } = await consentRequest(strict);
    expect(await refusedAt(strict, started.url)).toBe('invalid_request');
    const { started: pushed } = await consentRequest(strict, { pushed: true });
    expect((await approveAtBank(strict, pushed.url)).searchParams.has('code')).toBe(true);
  });

  it('the metadata says so', async () => {
    const metadata = await strict.withoutCertificate(`${strict.gatewayUrl}/.well-known/oauth-authorization-server`);
    expect(await metadata.json()).toMatchObject({ require_pushed_authorization_requests: true });
  });
});
