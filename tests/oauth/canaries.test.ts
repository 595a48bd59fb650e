import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { PsuClient, TppClient } from '@xs2a/test-kit';
import { Canaries } from '@xs2a/test-system/data/canaries';
import { runSystem, type System } from '@xs2a/test-system/start/run-system';
import { MongoClient } from 'mongodb';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  approveOnPages,
  bearer,
  createConsent,
  createPayment,
  type OAuthTpp,
  startRequest,
  tokensFor,
  wayOn,
} from './oauth-bank.ts';

const PSU_ID = 'psu-private';
const folder = mkdtempSync(join(tmpdir(), 'xs2a-oauth-canaries-'));
const canaries = new Canaries();
const overheard: string[] = [];
let system: System;
let sniffer: NatsConnection;
let tpp: OAuthTpp;

beforeAll(async () => {
  const PROFILE = join(folder, 'profile.yaml');
  writeFileSync(PROFILE, 'preset: hr-full\noauth:\n  integrated: true\n  preStep: { payments: optional }\n');
  system = await runSystem({ LOG_LEVEL: 'debug', PROFILE }, { withOAuth: true });
  sniffer = await connect({ servers: system.natsUrl });
  sniffer.subscribe('>', { callback: (_, message) => void overheard.push(`${message.subject}\n${message.string()}`) });
  await sniffer.flush();
  // Without TLS in the sandbox: what a proxy, a log of addresses or a browser's history would see.
  const configuration = await client.discovery(
    new URL(system.gatewayUrl),
    'PSDHR-HNB-SANDBOX',
    undefined,
    client.TlsClientAuth(),
    { algorithm: 'oauth2', execute: [client.allowInsecureRequests] },
  );
  tpp = { id: 'PSDHR-HNB-SANDBOX', fetch, requests: new TppClient(system.gatewayUrl), configuration };
  await walk();
});
afterAll(async () => {
  await sniffer.close();
  await system[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** A payment after a pre-step, and a consent by OAuth whose tokens are used, refreshed, wrong and revoked. */
async function walk(): Promise<void> {
  canaries.note('PSU-ID', PSU_ID);
  canaries.note('password', `${PSU_ID}-pass`);
  const named = await walkOf('PIS', '/continue');
  expect((await createPayment(tpp, bearer(named.access_token).headers)).status).toBe(201);
  const created = await createConsent(tpp);
  const tokens = await walkOf(`AIS:${String(created.body['consentId'])}`);
  const read = await tpp.requests.get('/v1/accounts', bearer(tokens.access_token));
  expect(read.status).toBe(200);
  const renewed = await client.refreshTokenGrant(tpp.configuration, tokens.refresh_token ?? '');
  canaries.note('access token', renewed.access_token);
  canaries.note('refresh token', renewed.refresh_token ?? '');
  const broken = `${tokens.access_token.slice(0, -8)}canary47`;
  expect((await tpp.requests.get('/v1/accounts', bearer(canaries.note('access token', broken)))).status).toBe(401);
  await client.tokenRevocation(tpp.configuration, renewed.access_token);
}

async function walkOf(scope: string, answer?: string): Promise<Awaited<ReturnType<typeof tokensFor>>> {
  const started = await startRequest(tpp, scope, { pushed: true });
  canaries.note('verifier', started.verifier);
  const browser = new PsuClient(system.portalUrl);
  const approved = await approveOnPages(browser, started.url, PSU_ID);
  canaries.note('one-time code', await browser.newestCode(PSU_ID));
  const page = answer === undefined ? await browser.open(wayOn(approved)) : await browser.submit(approved, {}, answer);
  const back = new URL(page.url);
  canaries.note('code', back.searchParams.get('code') ?? '');
  const tokens = await tokensFor(tpp, back, started);
  canaries.note('access token', tokens.access_token);
  canaries.note('refresh token', tokens.refresh_token ?? '');
  return tokens;
}

describe('after requests with OAuth (trust: no token and no code where it does not belong)', () => {
  it('the walk has made a secret of every kind', () => {
    const kinds = ['PSU-ID', 'password', 'verifier', 'one-time code', 'code', 'access token', 'refresh token'];
    expect(canaries.kinds.toSorted()).toEqual(kinds.toSorted());
  });

  it('no service has one in its log, what its libraries print included', () => {
    const services = Object.entries(system.services);
    expect(services.map(([name]) => name)).toContain('oauth');
    for (const [name, { log }] of services) {
      expect(log.length, name).toBeGreaterThan(0);
      expect(canaries.foundIn(log), name).toEqual([]);
    }
  });

  it('none is in clear on the bus', () => {
    expect(overheard.length).toBeGreaterThan(50);
    expect(canaries.foundIn(overheard.join('\n'), ['PSU-ID'])).toEqual([]);
  });

  it('none is in clear in a database', async () => {
    await using mongo = await MongoClient.connect(system.mongoUrl);
    const { databases } = await mongo.db().admin().listDatabases();
    const names = databases.map(({ name }) => name).filter((name) => !['admin', 'config', 'local'].includes(name));
    expect(names.join()).toContain('oauth');
    for (const name of names) {
      for (const { name: collection } of await mongo.db(name).listCollections().toArray()) {
        const stored = JSON.stringify(await mongo.db(name).collection(collection).find().toArray());
        // The sandbox's bank has an inbox, where its PSUs read their one-time codes.
        const known = name.includes('bank') ? ['PSU-ID', 'one-time code'] : ['PSU-ID'];
        expect(canaries.foundIn(stored, known), `${name} ${collection}`).toEqual([]);
      }
    }
  });
});
