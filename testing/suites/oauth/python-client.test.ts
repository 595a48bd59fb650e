import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { forAllTests } from '@xs2a/test-kit';
import { RETURN } from '@xs2a/test-system/data/fixtures';
import { beforeEach, describe, expect, it } from 'vitest';
import { approveAtBank, createConsent, forgetCodes, signInAtBank, startOAuthBank } from './oauth-bank.ts';

const bank = forAllTests(() =>
  startOAuthBank(
    '{ integrated: true, readsNeedToken: true, pushedRequestsOnly: true, preStep: { payments: needed } }\nscaApproaches: [REDIRECT]',
  ),
);
beforeEach(() => forgetCodes(bank));

/** Returns the output of the client, while the PSU acts at the bank as the client asks. */
async function run(scope: string): Promise<Record<string, unknown>[]> {
  const script = join(import.meta.dirname, 'oauth_client.py');
  const asked = [bank.gatewayUrl, bank.tpp.id, scope, RETURN.ok, ...bank.files];
  const python = spawn('python3', [script, ...asked], { stdio: ['pipe', 'pipe', 'inherit'] });
  const said: Record<string, unknown>[] = [];
  for await (const line of createInterface(python.stdout)) {
    const { url, ...heard } = JSON.parse(line) as Record<string, unknown> & { url?: string };
    if (url === undefined) {
      said.push(heard);
      continue;
    }
    const isPreStep = !String(heard['scope']).includes(':');
    const walk = isPreStep ? signInAtBank : approveAtBank;
    python.stdin.write(`${(await walk(bank, new URL(url))).href}\n`);
  }
  return said;
}

describe("a client in Python, configured only with the bank's metadata", () => {
  it('has a consent approved by OAuth, reads accounts, refreshes and revokes', async () => {
    const scope = `AIS:${String((await createConsent(bank.tpp)).body['consentId'])}`;
    expect(await run(scope)).toEqual([
      { status: 200, type: 'Bearer', scope, refreshes: true },
      { status: 200, accounts: 1 },
      { refreshed: 200, read: 200 },
      { revoked: 200, refreshed: 400 },
    ]);
  });

  it('learns the payer by a pre-step, initiates without PSU-ID, and has the payment approved by OAuth too', async () => {
    expect(await run('PIS')).toEqual([
      { status: 200, type: 'Bearer', scope: 'PIS', refreshes: false },
      { status: 201, transactionStatus: 'RCVD' },
      { status: 200, type: 'Bearer', scope: expect.stringMatching(/^PIS:[\w-]+$/), refreshes: false },
      { status: 200, transactionStatus: expect.stringMatching(/^(ACCP|ACSP|ACSC)$/) },
    ]);
  });
});
