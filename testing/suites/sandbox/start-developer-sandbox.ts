import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  sandboxFiles,
  sandboxTlsVariables,
  testAuthorityVariables,
  writeSandboxCertificates,
} from '@xs2a/certificates';
import { fetchBy } from '@xs2a/client';
import type { createWorkspace, ReplyOf, ServiceName, Workspace } from '@xs2a/contracts';
import { freePort, PsuClient, type TppAnswer, TppClient } from '@xs2a/test-kit';
import { consentBody } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { startServicesWith, type TestServices } from '@xs2a/test-system/start/start-services';
import { EmbeddedTpp } from '@xs2a/test-system/tpp/embedded-tpp';
import { expect } from 'vitest';

export type Registered = ReplyOf<typeof createWorkspace>;
type Psu = Workspace['psus'][number];

export interface Developer extends Registered {
  readonly tpp: TppClient;
  readonly psu: Psu;
  readonly iban: string;
}

const A_MINUTE_MS = 60_000;
export const API = '/sandbox/api/workspaces';
export const EMBEDDED = { 'TPP-Redirect-Preferred': 'false', 'TPP-Decoupled-Preferred': 'false' };

/** A sandbox with mutual TLS in which developers register, and their actions. */
export interface DeveloperSandbox extends AsyncDisposable {
  readonly services: TestServices;
  readonly portalUrl: string;
  readonly gatewayUrl: string;
  /** Sends a request to the portal under `/sandbox/api/workspaces`. */
  ask(method: string, path: string, key?: string, body?: unknown): Promise<Response>;
  register(wish: object): Promise<Developer>;
  /** Returns a TPP that approves with the password and the code in the inbox of the PSU, as far as the bank permits. */
  driverOf(developer: Developer, psu: Psu, key: string): EmbeddedTpp;
  approved(by: Developer, created: TppAnswer, psu?: Psu): Promise<TppAnswer>;
}

export async function startDeveloperSandbox(
  variables: NodeJS.ProcessEnv,
  ...names: ServiceName[]
): Promise<DeveloperSandbox> {
  const folder = mkdtempSync(join(tmpdir(), 'xs2a-own-sandbox-'));
  const files = sandboxFiles(folder);
  await writeSandboxCertificates(folder);
  const [tlsPort, portalPort] = [await freePort(), await freePort()];
  const gatewayUrl = `https://localhost:${tlsPort}`;
  const portalUrl = `http://localhost:${portalPort}`;
  const env = {
    GATEWAY_URL: gatewayUrl,
    ...sandboxTlsVariables(folder, tlsPort),
    ...testAuthorityVariables(folder),
    PORTAL_PORT: String(portalPort),
    PORTAL_URL: portalUrl,
    NOTIFICATION_PERMITTED_HOSTS: `localhost:${portalPort}`,
    ...variables,
  };
  const services = await startServicesWith(env, ...names);
  const ask: DeveloperSandbox['ask'] = (method, path, key, body) =>
    fetch(portalUrl + API + path, {
      method,
      headers: {
        ...(key !== undefined && { Authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const driverOf: DeveloperSandbox['driverOf'] = ({ tpp }, { psuId, password }, key) => {
    const headers = { Accept: 'application/json', Authorization: `Bearer ${key}` };
    const withKey = ((url: string, init: RequestInit) => fetch(url, { ...init, headers })) as typeof fetch;
    return new EmbeddedTpp(tpp, new PsuClient(portalUrl, withKey), { psuId, password });
  };
  return {
    services,
    portalUrl,
    gatewayUrl,
    ask,
    driverOf,
    async register(wish) {
      // Keys and histories take a while to create: on a busy machine the first answer may be late.
      const answer = await eventually(
        () => ask('POST', '', undefined, wish),
        ({ status }) => status !== 503,
        A_MINUTE_MS,
      );
      const registered = (await answer.json()) as Registered;
      expect([answer.status, registered]).toEqual([201, expect.objectContaining({ key: expect.any(String) })]);
      const fetcher = fetchBy({ ...registered.qwac, authority: readFileSync(files.authority.certificate, 'utf8') });
      const [psu] = registered.workspace.psus;
      if (psu === undefined) throw new Error('no PSU');
      const tpp = new TppClient(gatewayUrl, undefined, fetcher as typeof fetch);
      return { ...registered, tpp, psu, iban: psu.accounts[0]?.iban ?? '' };
    },
    async approved(by, created, psu = by.psu) {
      const driver = driverOf(by, psu, by.key);
      return driver.enterCode(await driver.untilCode(created));
    },
    async [Symbol.asyncDispose]() {
      await services[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true });
    },
  };
}

export function consentFor(
  { tpp }: Developer,
  iban: string,
  headers: Record<string, string> = EMBEDDED,
): Promise<TppAnswer> {
  const order = consentBody({ access: { balances: [{ iban }], transactions: [{ iban }] } });
  return tpp.post('/v1/consents', order, { headers });
}
