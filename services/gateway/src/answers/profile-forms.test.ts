import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerSubject, connectAsAnyService } from '@xs2a/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AS_JSON, FUNDS_QUESTION } from '../../test/endpoint-samples.ts';
import { startGateway, type TestGateway } from '../../test/start-gateway.ts';

const folder = mkdtempSync(join(tmpdir(), 'profile-'));
const CONSENT = {
  consentId: 'c1',
  consentStatus: 'valid',
  access: {},
  recurringIndicator: true,
  validUntil: '2030-01-01',
  frequencyPerDay: 4,
  lastActionDate: '2026-01-01',
};

let gateway: TestGateway;
beforeAll(async () => {
  const file = join(folder, 'profile.yaml');
  writeFileSync(file, 'preset: hr-full\nwireStyle: text\nerrorForm: problem\n');
  gateway = await startGateway({ PROFILE: file });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** The answer of the gateway to a reply of the owning service. */
async function answered(
  at: TestGateway,
  subject: string,
  reply: object,
  ...call: Parameters<TestGateway['ask']>
): Promise<unknown> {
  const bus = await connectAsAnyService(at.natsUrl);
  answerSubject(bus, subject, () => reply);
  await bus.connection.flush();
  const answer = await at.ask(...call);
  await bus.close();
  return JSON.parse(answer.text);
}

function readConsent(at: TestGateway): Promise<unknown> {
  return answered(at, 'consent.readConsent', CONSENT, 'GET', '/v1/consents/c1');
}

function confirmFunds(at: TestGateway, fundsAvailable: boolean): Promise<unknown> {
  const sent = { headers: AS_JSON, body: JSON.stringify(FUNDS_QUESTION) };
  return answered(at, 'accounts.confirmFunds', { fundsAvailable }, 'POST', '/v1/funds-confirmations', sent);
}

describe('the wireStyle of the profile', () => {
  it('text: booleans and numbers are strings, as in the samples of the Croatian interface', async () => {
    expect(await readConsent(gateway)).toMatchObject({ recurringIndicator: 'true', frequencyPerDay: '4', access: {} });
    for (const available of [true, false]) {
      expect(await confirmFunds(gateway, available)).toEqual({ fundsAvailable: String(available) });
    }
  });

  it('json (default): booleans and numbers are JSON types', async () => {
    await using usual = await startGateway();
    expect(await readConsent(usual)).toMatchObject({ recurringIndicator: true, frequencyPerDay: 4 });
    expect(await confirmFunds(usual, true)).toEqual({ fundsAvailable: true });
  });
});

describe('the errorForm of the profile', () => {
  it('problem: also TPPs that do not ask for it get problem details', async () => {
    const answer = await gateway.ask('GET', '/v1/accounts');
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'FORMAT_ERROR', title: 'Bad Request' });
  });
});
