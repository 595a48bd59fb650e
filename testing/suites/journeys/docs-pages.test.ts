import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { eventually } from '@xs2a/test-system/eventually';
import { approve } from '@xs2a/test-system/psu/approve';
import type { System } from '@xs2a/test-system/start/prepare-system';
import { sharedSystem } from '@xs2a/test-system/start/shared-system';
import { beforeAll, describe, expect, it } from 'vitest';
import { runPostmanCollection } from '../collections/postman.ts';

const run = promisify(execFile);

let system: System;
let page: string;
beforeAll(async () => {
  system = await sharedSystem();
  page = await (await fetch(`${system.gatewayUrl}/docs`)).text();
});

/** Returns the commands of a section of the start page, as a reader copies them. */
function commandsOf(heading: string): string[] {
  const start = page.indexOf(`id="${heading}"`);
  const section = page.slice(start, page.indexOf('</section>', start));
  return Array.from(
    section.matchAll(/<div class="command">\s*<button[^>]*>Copy<\/button>\s*<pre[^>]*><code>([\s\S]*?)<\/code>/g),
    ([, text = '']) =>
      text
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
        .replaceAll('&amp;', '&'),
  );
}

/** Pastes commands into a shell with the preparation and variables kept from earlier; returns the last output. */
async function paste(commands: readonly string[], kept: Record<string, string> = {}): Promise<string> {
  const [preparation = ''] = commandsOf('before');
  const { stdout } = await run('bash', ['-c', [preparation, ...commands].join('\n')], {
    env: { ...process.env, ...kept },
  });
  return stdout.trim().split('\n').at(-1) ?? '';
}

/** Does the first two steps of a journey: creates, and approves as the PSU at the printed link. */
async function createdAndApproved(heading: string, variable: string): Promise<Record<string, string>> {
  const [create = '', show = ''] = commandsOf(heading);
  const [link = '', id = ''] = (await paste([create, `echo "$(${show}) $${variable}"`])).split(' ');
  await approve(system.portalUrl, link, { psuId: 'psu-private' });
  return { [variable]: id };
}

describe('a developer who pastes the commands of the start page', () => {
  it('reads an account', async () => {
    const [, , status = '', list = '', balances = '', transactions = '', giveBack = ''] = commandsOf('account');
    const kept = await createdAndApproved('account', 'CONSENT');
    expect(await paste([status], kept)).toBe('{"consentStatus":"valid"}');
    expect(await paste([list, balances], kept)).toContain('"balances":[{');
    expect(await paste([list, transactions], kept)).toContain('"booked":[{');
    expect(await paste([giveBack], kept)).toBe('204');
    expect(await paste([list.replace('ACCOUNT=', 'UNUSED=')], kept)).toContain('CONSENT_INVALID');
  });

  it('has a payment executed', async () => {
    const kept = await createdAndApproved('payment', 'PAYMENT');
    const status = commandsOf('payment').at(-1) ?? '';
    await eventually(
      () => paste([status], kept),
      (answer) => answer.includes('"ACSC"'),
    );
  });

  it('asks whether an amount is available', async () => {
    const kept = await createdAndApproved('funds', 'CONSENT');
    expect(await paste([commandsOf('funds').at(-1) ?? ''], kept)).toBe('{"fundsAvailable":true}');
  });

  it('approves in the shell, without a browser', async () => {
    expect(await paste(commandsOf('shell'))).toContain('"scaStatus":"finalised"');
  });
});

describe('the collection', () => {
  it('runs from top to bottom, with every operation answered as stated', async () => {
    const { failures, assertions } = await runPostmanCollection(system);
    expect(failures).toEqual([]);
    expect(assertions).toBeGreaterThan(100);
  });
});
