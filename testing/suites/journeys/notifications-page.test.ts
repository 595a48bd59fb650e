import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forAllTests, hrefOf, TppClient } from '@xs2a/test-kit';
import { paymentOrder, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { approve } from '@xs2a/test-system/psu/approve';
import { sharedSystem } from '@xs2a/test-system/start/shared-system';
import { describe, expect, it } from 'vitest';
import { docsPage } from '../guides/docs-page.ts';
import { paste } from '../guides/paste.ts';

const system = forAllTests(() => sharedSystem());

interface Shown {
  requestId: string;
  body: Record<string, unknown>;
}

async function received(paymentId: unknown): Promise<Shown[]> {
  const answer = await fetch(`${system.portalUrl}/sandbox/notifications`);
  const shown = (await answer.json()) as Shown[];
  return shown.filter(({ body }) => body['paymentId'] === paymentId).toReversed();
}

describe('a status notification, through all services', () => {
  it('is received in the journey of the page, with the stated end', async () => {
    const page = await docsPage(system.gatewayUrl, 'notifications');
    const stdout = await paste(mkdtempSync(join(tmpdir(), 'xs2a-told-')), ...page.commandsOf('Try it'));
    expect(stdout).toMatch(
      /^ASPSP-Notification-Support: true\r?\nASPSP-Notification-Content: status=SCA,PROCESS\r?\n/i,
    );
    expect(stdout.match(/"transactionStatus":"\w+"/g)).toEqual(expect.arrayContaining(['"transactionStatus":"CANC"']));
    expect(new Set(stdout.match(/"paymentId":"[^"]+"/g)).size).toBe(1);
  });

  it('is sent step by step while a PSU pays on the pages of the bank', async () => {
    const tpp = new TppClient(system.gatewayUrl);
    const headers = {
      ...REDIRECT_HEADERS,
      'TPP-Notification-URI': `${system.portalUrl}/sandbox/notifications`,
      'TPP-Notification-Content-Preferred': 'status=SCA,PROCESS',
    };
    const created = await tpp.post('/v1/payments/sepa-credit-transfers', paymentOrder(), { headers });
    await approve(system.portalUrl, hrefOf(created, 'scaRedirect'), { psuId: 'psu-private' });
    const told = await eventually(
      () => received(created.body['paymentId']),
      (shown) => shown.at(-1)?.body['transactionStatus'] === 'ACSC',
    );
    expect(told.map(({ body }) => body['scaStatus'] ?? body['transactionStatus'])).toEqual([
      'psuAuthenticated',
      'scaMethodSelected',
      'finalised',
      'ACTC',
      'ACCP',
      'ACSP',
      'ACSC',
    ]);
    expect(system.logOf('notifier')).not.toContain('/sandbox/notifications');
  });
});
