import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { System } from '@xs2a/test-system/start/run-system';
import { sharedSystem } from '@xs2a/test-system/start/shared-system';
import { beforeAll, describe, expect, it } from 'vitest';

const PAGE = readFileSync(new URL('../../docs/payments.md', import.meta.url), 'utf8');
const run = promisify(execFile);

let system: System;
beforeAll(async () => {
  system = await sharedSystem();
});

function commandsOf(title: string): string {
  const start = PAGE.indexOf(`\n## ${title}\n`);
  if (start < 0) throw new Error(`the page has no section ${title}`);
  const end = PAGE.indexOf('\n## ', start + 1);
  const section = PAGE.slice(start, end < 0 ? undefined : end);
  return [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block).join('\n');
}

/** What a reader sees who pastes the preparation and then a journey, against this test's addresses. */
async function paste(title: string): Promise<string> {
  const script = `${commandsOf('Preparation')}\n${commandsOf(title)}`
    .replaceAll('http://localhost:8080', system.gatewayUrl)
    .replaceAll('http://localhost:8090', system.portalUrl);
  const { stdout } = await run('bash', ['-c', script], { cwd: mkdtempSync(join(tmpdir(), 'xs2a-page-')) });
  return stdout;
}

const WAITING = String.raw`\{"transactionStatus":"AC(CP|WC)".*\}\n`;
const DONE = String.raw`\{"transactionStatus":"AC(CP|WC|SP|SC)".*\}\n`;

describe('the journeys of the page for TPP developers end as it says', () => {
  it.each([
    ['A payment', `finalised\n${DONE}`],
    ['A payment of a later day', `finalised\n${WAITING}`],
    ['A standing order', 'finalised\n{"transactionStatus":"ACCP"}\n'],
    ['Cancelling', 'finalised\nfinalised\n{"transactionStatus":"CANC"}\n'],
    ['A company: two signers', `finalised\n{"transactionStatus":"PATC"}\nfinalised\n${DONE}`],
    ['A signing basket', `finalised\n{"transactionStatus":"ACTC"}\n${DONE}`],
    ['A bulk payment', String.raw`finalised\n${DONE}<\?xml[\s\S]*pain\.002[\s\S]*`],
    ["On the PSU's device", String.raw`\{"scaStatus":"finalised".*\}`],
  ])('%s', async (title, output) => {
    expect(await paste(title)).toMatch(new RegExp(`^${output}$`));
  });

  it('none of them is left out here', () => {
    const sections = [...PAGE.matchAll(/\n## (.*)\n/g)].map(([, title = '']) => title);
    expect(sections.filter((title) => commandsOf(title) !== '')).toHaveLength(1 + 8);
  });
});

describe('the tables of the page', () => {
  it('name every status that a payment can have for long', () => {
    for (const status of ['RCVD', 'PATC', 'ACTC', 'ACWC', 'ACCP', 'ACSP', 'ACSC', 'ACCC', 'PART', 'RJCT', 'CANC']) {
      expect(PAGE).toContain(`| \`${status}\` |`);
    }
  });
});
