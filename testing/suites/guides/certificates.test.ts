import { createVerify, X509Certificate } from 'node:crypto';
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
  folder = mkdtempSync(join(tmpdir(), 'xs2a-signed-'));
  sandbox = await sandboxWithTls(
    'signatureRequired: true\n',
    ...(['gateway', 'consent', 'sca', 'accounts', 'bank', 'portal'] as const),
  );
  page = await docsPage(sandbox.url, 'certificates');
});
afterAll(async () => {
  await sandbox?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const here = (name: string): string => readFileSync(join(folder, name), 'utf8');

describe('the guide to certificates and signatures, pasted into a shell', () => {
  it('shows every value that the commands of its example compute with openssl', async () => {
    const title = 'A signature step by step';
    const printed = await paste(folder, ...page.commandsOf(title));
    const [body, digest, signingString, signature, keyId] = page.valuesOf(title);
    expect(here('body.json')).toBe(body);
    expect(here('signing-string.txt')).toBe(signingString);
    expect(signingString).toContain(`\ndigest: ${digest}\n`);
    expect(printed).toBe(`${signingString}\n${signature}\n${keyId}\n`);
    const { publicKey } = new X509Certificate(here('example-seal.pem'));
    const isSigned = createVerify('sha256')
      .update(signingString ?? '')
      .verify(publicKey, signature ?? '', 'base64');
    expect(isSigned).toBe(true);
  });

  it('leads from no certificate to an accepted one, and to an accepted signed request', async () => {
    await paste(folder, ...page.commandsOf('Get test certificates'));
    expect(page.textOf('Mutual TLS')).toContain('The answer is 401 <code>SIGNATURE_MISSING</code>');
    expect(await paste(folder, ...page.commandsOf('Mutual TLS'))).toMatch(/^HTTP\/1\.1 401 [\s\S]*"SIGNATURE_MISSING"/);
    // The reader continues with the example, which leaves the reader's own seal unchanged.
    await paste(folder, ...page.commandsOf('A signature step by step'));
    const signed = page.commandsOf('Send a signed request');
    expect(await paste(folder, ...signed)).toMatch(/^HTTP\/1\.1 201 [\s\S]*"consentStatus":"received"/);
  });

  it('is right that a body with an additional line feed is a different body', async () => {
    const changed = page
      .commandsOf('Send a signed request')
      .map((text) => text.replace(/^curl /m, 'echo >> body.json\n$&'));
    expect(await paste(folder, ...changed)).toMatch(/^HTTP\/1\.1 401 [\s\S]*"SIGNATURE_INVALID"/);
  });
});
