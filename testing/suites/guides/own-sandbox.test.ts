import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DocsPage, docsPage } from './docs-page.ts';
import { paste } from './paste.ts';
import { PAYMENT_JOURNEYS } from './payment-journeys.ts';
import { type SandboxWithTls, sandboxWithTls } from './sandbox-with-tls.ts';

const SERVICES = ['gateway', 'consent', 'sca', 'accounts', 'payments', 'bank', 'portal', 'notifier'] as const;

const TEN_MINUTES_MS = 600_000;

interface Registered {
  readonly workspace: { readonly tppId: string };
}

let folder: string;
let sandbox: SandboxWithTls;
let page: DocsPage;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'xs2a-own-'));
  sandbox = await sandboxWithTls('signatureRequired: false\n', ...SERVICES);
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

  it("does every step with the developer's own TPP and PSU, without a repository, in minutes", async () => {
    const began = Date.now();
    const printed = await paste(folder, ...page.commandsOf('Every step as your TPP'));
    expect(printed.match(/^finalised$/gm)).toHaveLength(5);
    expect(printed).toContain('{"consentStatus":"valid"}');
    expect(printed).toContain('"transactionAmount"');
    expect(printed.match(/"transactionStatus":"AC(?:CP|SP|SC|WC|TC)"/g)?.length).toBeGreaterThanOrEqual(3);
    expect(printed).toContain('{"fundsAvailable":true}');
    expect(printed).toMatch(/^HTTP\/1\.1 201 /m);
    expect(printed).toContain('"transactionStatus":"CANC"');
    expect(Date.now() - began).toBeLessThan(TEN_MINUTES_MS);
  });

  it('receives the notification about its payment by the guide to notifications', async () => {
    const [steps = ''] = page.commandsOf('Every step as your TPP');
    const shell = steps.split('\n').filter((line) => !line.startsWith('bash '));
    const guide = await docsPage(sandbox.url, 'notifications');
    const [, tls = ''] = /with <code>(XS2A=[^<]+)<\/code>/.exec(guide.textOf('Try it')) ?? [];
    const [commands = ''] = guide.commandsOf('Try it');
    const printed = await paste(folder, ...shell, commands.replace('\n', `\n${tls}\n`));
    expect(printed).toMatch(/^ASPSP-Notification-Support: true/i);
    expect(printed).toContain('"transactionStatus":"CANC"');
    const [, paymentId = ''] = /"paymentId":"([^"]+)"/.exec(printed) ?? [];
    const payments = sandbox.services.database('payments').collection<{ _id: string; tppId: string }>('payments');
    const { workspace } = JSON.parse(readFileSync(join(folder, 'sandbox.json'), 'utf8')) as Registered;
    expect((await payments.findOne({ _id: paymentId }))?.tppId).toBe(workspace.tppId);
  });

  it.each(PAYMENT_JOURNEYS)(
    'runs the journey "%s" of the guide to payments with its own TPP and PSUs',
    async (title, output) => {
      const [steps = ''] = page.commandsOf('Every step as your TPP');
      // The same shell, with its variables and without the samples.
      const shell = steps.split('\n').filter((line) => !line.startsWith('bash '));
      const payments = await docsPage(sandbox.url, 'payments');
      const [, tls = ''] = /with <code>(XS2A=[^<]+)<\/code>/.exec(page.textOf('Every step as your TPP')) ?? [];
      expect(tls).toMatch(/^XS2A=https:/);
      const printed = await paste(
        folder,
        ...shell,
        ...payments.commandsOf('Preparation'),
        tls,
        ...payments.commandsOf(title),
      );
      expect(printed).toMatch(new RegExp(`^${output}$`));
    },
  );

  it('says which step failed, and why', async () => {
    const payments = await docsPage(sandbox.url, 'payments');
    const pasted = paste(
      folder,
      ...payments.commandsOf('Preparation'),
      'approve "$(call GET /v1/nothing "")" psu-private',
    );
    await expect(pasted).rejects.toThrow(/psu-private could not approve: .*RESOURCE_UNKNOWN/);
  });
});

/** Every page with commands has a test that pastes them: here, beside this file, or among the journeys. */
const PASTED: Readonly<Record<string, readonly string[]>> = {
  '': [
    'Before you start',
    'Read an account',
    'Initiate a payment',
    'Confirm the availability of funds',
    'Approve in the shell',
  ],
  'own-sandbox': ['Register', 'Write the certificates to files', 'Use it', 'Every step as your TPP'],
  payments: [
    'Preparation',
    'A payment',
    'A payment of a later day',
    'A standing order',
    'A bulk payment',
    'A signing basket',
    'Several signers',
    'Cancelling',
    "On the PSU's device",
  ],
  certificates: ['Get test certificates', 'Mutual TLS', 'A signature step by step', 'Send a signed request'],
  notifications: ['Try it'],
};

it('no page has a command that no test pastes', async () => {
  const index = await (await fetch(`${sandbox.url}/docs`)).text();
  const names = Array.from(index.matchAll(/<a href="\/docs(?:\/([\w-]+))?"/g), ([, name = '']) => name);
  for (const name of new Set(names)) {
    // The samples have their own tests, section by section.
    if (name === 'samples') continue;
    const page = await docsPage(sandbox.url, name);
    const commanding = page.titles.filter((title) => page.commandsOf(title).length > 0);
    expect(commanding.toSorted(), name).toEqual((PASTED[name] ?? []).toSorted());
  }
});
