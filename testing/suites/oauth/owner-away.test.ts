import { forAllTests, PsuClient } from '@xs2a/test-kit';
import { consentBody, IBAN, RETURN } from '@xs2a/test-system/data/fixtures';
import { beforeEach, describe, expect, it } from 'vitest';
import { askToken, consentRequest, consentWithCode, exchange, read, startOpenBank } from './black-box/black-box.ts';
import { approveAtBank, approvedConsent, forgetCodes, startRequest, tokensFor } from './oauth-bank.ts';

const bank = forAllTests(() => startOpenBank());
beforeEach(() => forgetCodes(bank));

async function without(name: 'consent' | 'sca', work: () => Promise<void>): Promise<void> {
  await bank.services.running[name].stop();
  try {
    await work();
  } finally {
    await bank.services.restart(name);
  }
}

async function refresh(refresh_token = ''): Promise<number> {
  const form = { client_id: bank.tpp.id, grant_type: 'refresh_token', refresh_token };
  return (await askToken(bank, bank.tpp, form)).status;
}

describe('a token request while a service is not available', () => {
  it('is answered with 503 on refresh while consent is away, and ends nothing', async () => {
    const { tokens } = await approvedConsent(bank);
    await without('consent', async () => expect(await refresh(tokens.refresh_token)).toBe(503));
    expect(await refresh(tokens.refresh_token)).toBe(200);
    expect((await read(bank.tpp, tokens.access_token)).status).toBe(200);
  });

  it('ends nothing while a further PSU has to approve the consent', async () => {
    const access = { accounts: [{ iban: IBAN.corporate }] };
    const headers = { 'PSU-IP-Address': '192.0.2.10', 'TPP-Redirect-URI': RETURN.ok };
    const created = await bank.tpp.requests.post('/v1/consents', consentBody({ access }), { headers });
    const consentId = String(created.body['consentId']);
    const path = `/v1/consents/${consentId}`;
    const approveAs = async (psuId: string) => {
      await bank.tpp.requests.post(`${path}/authorisations`, {}, { headers });
      const started = await startRequest(bank.tpp, `AIS:${consentId}`);
      return tokensFor(bank.tpp, await approveAtBank(bank, started.url, { psuId }), started);
    };
    const tokens = await approveAs('psu-corporate-1');
    expect((await bank.tpp.requests.get(`${path}/status`)).body['consentStatus']).toBe('partiallyAuthorised');
    expect(await refresh(tokens.refresh_token)).toBe(200);
    await approveAs('psu-corporate-2');
    expect(await refresh(tokens.refresh_token)).toBe(200);
    expect((await read(bank.tpp, tokens.access_token)).status).toBe(200);
  });
});

it('exchanges a code from before consent went away, and the tokens work once consent is back', async () => {
  const { started, back } = await consentWithCode(bank);
  let token = '';
  await without('consent', async () => {
    const { status, body } = await askToken(bank, bank.tpp, exchange(bank.tpp, back, started));
    expect(status).toBe(200);
    token = body.access_token ?? '';
    expect((await read(bank.tpp, token)).status).toBe(503);
  });
  expect((await read(bank.tpp, token)).status).toBe(200);
});

it('a browser that comes while sca is not available sees a page with 503, and the same address works afterwards', async () => {
  const { started } = await consentRequest(bank);
  const pushed = (await consentRequest(bank, { pushed: true })).started;
  const addresses = [started.url, pushed.url];
  const open = async ({ href }: URL): Promise<number> => (await new PsuClient(bank.portalUrl).open(href)).status;
  await without('sca', async () => {
    for (const address of addresses) expect(await open(address)).toBe(503);
  });
  for (const address of addresses) expect(await open(address)).toBe(200);
});
