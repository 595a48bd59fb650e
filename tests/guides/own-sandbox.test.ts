import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DocsPage, docsPage } from './docs-page.ts';
import { paste } from './paste.ts';
import { type SandboxWithTls, sandboxWithTls } from './sandbox-with-tls.ts';

let folder: string;
let sandbox: SandboxWithTls;
let page: DocsPage;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'xs2a-own-'));
  sandbox = await sandboxWithTls(
    'signatureRequired: false\n',
    'gateway',
    'consent',
    'sca',
    'accounts',
    'bank',
    'portal',
  );
  page = await docsPage(sandbox.url, 'own-sandbox');
});
afterAll(async () => {
  await sandbox?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

describe('the guide to a sandbox of your own, pasted into a shell', () => {
  it('registers, and has a request accepted over mutual TLS', async () => {
    await paste(folder, ...page.commandsOf('Register'), ...page.commandsOf('Write the certificates to files'));
    expect(readFileSync(join(folder, 'seal.key'), 'utf8')).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
    const [request = '', mine = ''] = page.commandsOf('Use it');
    expect(await paste(folder, request)).toContain('"consentStatus":"received"');
    expect(await paste(folder, `PORTAL=${sandbox.portalUrl}`, mine)).toContain('"name":"Ana Horvat"');
  });
});
