import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { forAllTests } from '@xs2a/test-kit';
import { sharedSystem } from '@xs2a/test-system/start/shared-system';
import { describe, expect, it } from 'vitest';
import { docsPage } from './docs-page.ts';
import { PAYMENT_JOURNEYS } from './payment-journeys.ts';

const run = promisify(execFile);

const system = forAllTests(() => sharedSystem());
const page = forAllTests(() => docsPage(system.gatewayUrl, 'payments'));

/** Returns what readers see who paste the preparation and then a journey. */
async function paste(title: string): Promise<string> {
  const script = [...page.commandsOf('Preparation'), ...page.commandsOf(title)].join('\n');
  const { stdout } = await run('bash', ['-c', script], { cwd: mkdtempSync(join(tmpdir(), 'xs2a-page-')) });
  return stdout;
}

describe('payment journeys on the developer page', () => {
  it.each(PAYMENT_JOURNEYS)('give the documented output: %s', async (title, output) => {
    expect(await paste(title)).toMatch(new RegExp(`^${output}$`));
  });

  it('are all covered here', () => {
    expect(page.titles.filter((title) => page.commandsOf(title).length > 0)).toHaveLength(1 + PAYMENT_JOURNEYS.length);
  });
});
