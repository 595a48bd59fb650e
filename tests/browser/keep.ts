import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

export const SCREENSHOTS = fileURLToPath(new URL('../../.local/screenshots/', import.meta.url));
export const PHONE = { viewport: { width: 390, height: 844 } };
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/**
 * Keeps a picture of the page, and refuses any finding of axe on it; without JavaScript it cannot be checked. What is
 * longer than a picture may be is kept as far as the window shows it.
 */
export async function keep(
  page: Page,
  name: string,
  { checked, whole = true }: { checked: boolean; whole?: boolean } = { checked: true },
): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: `${SCREENSHOTS}${name}.png`, fullPage: whole });
  if (!checked) return;
  // Scripts of the page itself are forbidden by its policy; the checker is brought in from outside of it.
  const findings = await page.evaluate(await axeScript());
  expect(findings, name).toEqual([]);
}

async function axeScript(): Promise<string> {
  const source = await readFile(AXE, 'utf8');
  const run = `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'] })`;
  return `(async () => { ${source}; const { violations } = await ${run}; return violations.map(({ id, nodes }) => id + ': ' + nodes[0].html); })()`;
}
