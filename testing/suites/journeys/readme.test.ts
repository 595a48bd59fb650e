import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { forAllTests } from '@xs2a/test-kit';
import { eventually } from '@xs2a/test-system/eventually';
import { approve } from '@xs2a/test-system/psu/approve';
import { sharedSystem } from '@xs2a/test-system/start/shared-system';
import { describe, expect, it } from 'vitest';

const README = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
const run = promisify(execFile);

const system = forAllTests(() => sharedSystem());

const pasted = new Set<string>();

/** Runs the n-th command of a section of the README, as a reader would, against this test's addresses. */
async function command(section: string, index: number, env: Record<string, string> = {}): Promise<string> {
  const blocks = [...sectionOf(section).matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  const block = blocks[index];
  if (block === undefined) throw new Error(`the README has no command ${index} in ${section}`);
  pasted.add(block);
  const here = block.replaceAll('http://localhost:8080', system.gatewayUrl);
  const { stdout } = await run('bash', ['-c', here], { env: { ...process.env, ...env } });
  return stdout;
}

function sectionOf(title: string): string {
  const start = README.indexOf(`## ${title}`);
  const end = README.indexOf('\n## ', start + 1);
  return README.slice(start, end === -1 ? undefined : end);
}

interface Answer {
  consentId?: string;
  paymentId?: string;
  consentStatus?: string;
  transactionStatus?: string;
  accounts?: { resourceId: string }[];
  balances?: unknown[];
  transactions?: { booked: unknown[] };
  fundsAvailable?: boolean;
  _links?: { scaRedirect: { href: string } };
}

const parse = (text: string): Answer => JSON.parse(text) as Answer;

describe('the commands of the README', () => {
  it('lead through the account information journey', async () => {
    const section = 'Journey 1: read an account';
    const created = parse(await command(section, 0));
    await approve(system.portalUrl, created._links?.scaRedirect.href ?? '', { psuId: 'psu-private' });
    const CONSENT = created.consentId ?? '';
    expect(parse(await command(section, 1, { CONSENT }))).toEqual({ consentStatus: 'valid' });
    const ACCOUNT = parse(await command(section, 2, { CONSENT })).accounts?.[0]?.resourceId ?? '';
    expect(parse(await command(section, 3, { CONSENT, ACCOUNT })).balances).not.toEqual([]);
    expect(parse(await command(section, 4, { CONSENT, ACCOUNT })).transactions?.booked).not.toEqual([]);
    expect(await command(section, 5, { CONSENT })).toContain('204 No Content');
    expect(await command(section, 2, { CONSENT })).toContain('CONSENT_INVALID');
  });

  it('lead through the payment journey', async () => {
    const section = 'Journey 2: have a payment executed';
    const created = parse(await command(section, 0));
    await approve(system.portalUrl, created._links?.scaRedirect.href ?? '', { psuId: 'psu-private' });
    const PAYMENT = created.paymentId ?? '';
    await eventually(
      async () => parse(await command(section, 1, { PAYMENT })),
      ({ transactionStatus }) => transactionStatus === 'ACSC',
    );
  });

  it('lead through the funds confirmation journey', async () => {
    const section = 'Journey 3: ask whether an amount is available';
    const created = parse(await command(section, 0));
    await approve(system.portalUrl, created._links?.scaRedirect.href ?? '', { psuId: 'psu-private' });
    const CONSENT = created.consentId ?? '';
    expect(parse(await command(section, 1, { CONSENT }))).toEqual({ fundsAvailable: true });
  });

  it('are all tested here, except those that start and test everything', () => {
    const blocks = [...README.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
    expect(blocks.filter((block) => !pasted.has(block) && !block.startsWith('npm start'))).toEqual([]);
  });
});
