import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Agent, get, type RequestOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { TestAuthority } from '@xs2a/certificates';
import { eventually } from '@xs2a/test-system/eventually';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPortal } from '../../test/start-portal.ts';

const DAY_MS = 86_400_000;
const folder = mkdtempSync(join(tmpdir(), 'xs2a-portal-'));
const files = { certificate: join(folder, 'portal.pem'), key: join(folder, 'portal.key') };
const env = { PORTAL_TLS_CERTIFICATE: files.certificate, PORTAL_TLS_KEY: files.key };
let authority: TestAuthority;

/** Writes a new certificate that ends after some days. */
async function renew(days: number): Promise<void> {
  const validity = { notBefore: new Date(Date.now() - DAY_MS), notAfter: new Date(Date.now() + days * DAY_MS) };
  const issued = await authority.issueServer(['127.0.0.1'], validity);
  writeFileSync(files.key, issued.key);
  writeFileSync(files.certificate, issued.certificate);
}

async function ask(url: string, options: RequestOptions = {}): Promise<{ status: number; daysLeft: number }> {
  const sent = get(new URL('/permissions', url), { ca: authority.own.certificate, agent: false, ...options });
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const { raw } = (response.socket as TLSSocket).getPeerCertificate();
  response.resume();
  await once(response, 'end');
  const end = new X509Certificate(raw).validToDate.getTime();
  return { status: response.statusCode ?? 0, daysLeft: Math.round((end - Date.now()) / DAY_MS) };
}

beforeAll(async () => {
  authority = await TestAuthority.create(new Date());
  await renew(10);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a portal with a certificate', () => {
  it('speaks TLS alone', async () => {
    await using portal = await startPortal(env);
    expect(portal.url).toMatch(/^https:/);
    expect(await ask(portal.url)).toEqual({ status: 200, daysLeft: 10 });
    await expect(fetch(`${portal.url.replace('https', 'http')}/permissions`)).rejects.toThrow();
  });

  it('shows a renewed one to new connections, and serves old connections on', async () => {
    await using portal = await startPortal(env);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect((await ask(portal.url, { agent })).daysLeft).toBe(10);
    await renew(90);
    const shown = eventually(
      () => ask(portal.url),
      ({ daysLeft }) => daysLeft === 90,
    );
    expect((await shown).status).toBe(200);
    expect(await ask(portal.url, { agent })).toEqual({ status: 200, daysLeft: 10 });
    agent.destroy();
  });

  it('shows as a metric how many days each certificate has left', async () => {
    await renew(10);
    await using portal = await startPortal(env);
    const metrics = await (await fetch(new URL('/metrics', portal.healthUrl))).text();
    const [, days] =
      /^xs2a_certificate_days_left\{variable="PORTAL_TLS_CERTIFICATE",service="portal"\} (\S+)$/m.exec(metrics) ?? [];
    expect(Number(days)).toBeCloseTo(10, 1);
  });
});
