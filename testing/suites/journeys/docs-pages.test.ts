import { tmpdir } from 'node:os';
import { eventually } from '@xs2a/test-system/eventually';
import { approve } from '@xs2a/test-system/psu/approve';
import type { System } from '@xs2a/test-system/start/prepare-system';
import { sharedSystem } from '@xs2a/test-system/start/shared-system';
import { beforeAll, describe, expect, it } from 'vitest';
import { runPostmanCollection } from '../collections/postman.ts';
import { type DocsPage, docsPage } from '../guides/docs-page.ts';
import { paste as pasteIn } from '../guides/paste.ts';

let system: System;
let page: DocsPage;
beforeAll(async () => {
  system = await sharedSystem();
  page = await docsPage(system.gatewayUrl);
});

/** Pastes commands into a shell with the preparation and variables kept from earlier; returns the last output. */
async function paste(commands: readonly string[], kept: Record<string, string> = {}): Promise<string> {
  const variables = Object.entries(kept).map(([name, value]) => `${name}='${value}'`);
  const printed = await pasteIn(tmpdir(), ...variables, ...page.commandsOf('Before you start'), ...commands);
  return printed.trim().split('\n').at(-1) ?? '';
}

/** Does the first two steps of a journey: creates, and approves as the PSU at the printed link. */
async function createdAndApproved(title: string, variable: string): Promise<Record<string, string>> {
  const [create = '', show = ''] = page.commandsOf(title);
  const [link = '', id = ''] = (await paste([create, `echo "$(${show}) $${variable}"`])).split(' ');
  await approve(system.portalUrl, link, { psuId: 'psu-private' });
  return { [variable]: id };
}

describe('a developer who pastes the commands of the start page', () => {
  it('reads an account', async () => {
    const [, , status = '', list = '', balances = '', transactions = '', giveBack = ''] =
      page.commandsOf('Read an account');
    const kept = await createdAndApproved('Read an account', 'CONSENT');
    expect(await paste([status], kept)).toBe('{"consentStatus":"valid"}');
    expect(await paste([list, balances], kept)).toContain('"balances":[{');
    expect(await paste([list, transactions], kept)).toContain('"booked":[{');
    expect(await paste([giveBack], kept)).toBe('204');
    expect(await paste([list.replace('ACCOUNT=', 'UNUSED=')], kept)).toContain('CONSENT_INVALID');
  });

  it('has a payment executed', async () => {
    const kept = await createdAndApproved('Initiate a payment', 'PAYMENT');
    const status = page.commandsOf('Initiate a payment').at(-1) ?? '';
    await eventually(
      () => paste([status], kept),
      (answer) => answer.includes('"ACSC"'),
    );
  });

  it('asks whether an amount is available', async () => {
    const kept = await createdAndApproved('Confirm the availability of funds', 'CONSENT');
    expect(await paste([page.commandsOf('Confirm the availability of funds').at(-1) ?? ''], kept)).toBe(
      '{"fundsAvailable":true}',
    );
  });

  it('approves in the shell, without a browser', async () => {
    expect(await paste(page.commandsOf('Approve in the shell'))).toContain('"scaStatus":"finalised"');
  });
});

describe('the collection', () => {
  it('runs from top to bottom, with every operation answered as stated', async () => {
    const { failures, assertions } = await runPostmanCollection(system);
    expect(failures).toEqual([]);
    expect(assertions).toBeGreaterThan(100);
  });
});
