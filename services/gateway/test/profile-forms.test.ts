import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bus } from '@xs2a/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from './start-gateway.ts';

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

async function readConsent(at: TestGateway): Promise<unknown> {
  const bus = await Bus.connect(at.natsUrl, 'test');
  bus.connection.subscribe('consent.readConsent', {
    callback: (_, message) => void message.respond(JSON.stringify(CONSENT)),
  });
  await bus.connection.flush();
  const answer = await at.ask('GET', '/v1/consents/c1');
  await bus.close();
  return JSON.parse(answer.text);
}

describe('the wire style of the profile', () => {
  it('text sends booleans and numbers as the samples of the interface show them', async () => {
    expect(await readConsent(gateway)).toMatchObject({ recurringIndicator: 'true', frequencyPerDay: '4', access: {} });
  });

  it('json, the default, sends JSON types', async () => {
    await using usual = await startGateway();
    expect(await readConsent(usual)).toMatchObject({ recurringIndicator: true, frequencyPerDay: 4 });
  });
});

describe('the error form of the profile', () => {
  it('problem is sent to TPPs that do not ask for it', async () => {
    const answer = await gateway.ask('GET', '/v1/accounts');
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'FORMAT_ERROR', title: 'Bad Request' });
  });
});
