import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forAllTests } from '@xs2a/test-kit';
import { sharedSystem } from '@xs2a/test-system/start/shared-system';
import { describe, expect, it } from 'vitest';
import { docsPage } from './docs-page.ts';
import { paste } from './paste.ts';
import { PAYMENT_JOURNEYS } from './payment-journeys.ts';

const system = forAllTests(() => sharedSystem());
const page = forAllTests(() => docsPage(system.gatewayUrl, 'payments'));

/** Returns what readers see who paste the preparation and then a journey. */
function pasteJourney(title: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'xs2a-page-'));
  return paste(folder, ...page.commandsOf('Preparation'), ...page.commandsOf(title));
}

describe('payment journeys on the developer page', () => {
  it.each(PAYMENT_JOURNEYS)('give the documented output: %s', async (title, output) => {
    expect(await pasteJourney(title)).toMatch(new RegExp(`^${output}$`));
  });

  it('are all covered here', () => {
    expect(page.titles.filter((title) => page.commandsOf(title).length > 0)).toHaveLength(1 + PAYMENT_JOURNEYS.length);
  });
});
