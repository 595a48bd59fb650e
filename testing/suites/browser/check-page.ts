import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const SCREENSHOTS = fileURLToPath(new URL('../../../.local/screenshots/', import.meta.url));
export const PHONE = { viewport: { width: 390, height: 844 } };
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** A desktop of 1280 pixels at 200 %, and the narrowest viewport that a page must fit (WCAG 1.4.4, 1.4.10). */
const NARROW = [
  { width: 640, height: 400 },
  { width: 320, height: 640 },
];
/** Elements wider than the window, and clipped texts. */
const DOES_NOT_FIT = `(() => {
  const root = document.documentElement;
  const cut = [...document.body.querySelectorAll('*')].filter((element) => {
    const { overflowX, clipPath } = getComputedStyle(element);
    return overflowX !== 'visible' && clipPath === 'none' && element.scrollWidth > element.clientWidth + 1 && element.tagName !== 'INPUT';
  });
  return [...(root.scrollWidth > root.clientWidth ? ['sideways'] : []), ...cut.map((element) => element.outerHTML.slice(0, 99))];
})()`;

/** Fails if the page scrolls horizontally or is clipped at 200 % zoom or on the narrowest screen. */
async function fits(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  for (const size of NARROW) {
    await page.setViewportSize(size);
    expect(await page.evaluate(DOES_NOT_FIT), `${name} at ${size.width}`).toEqual([]);
  }
  if (before !== null) await page.setViewportSize(before);
}

/**
 * Saves a screenshot of the page, and fails on any axe finding and on a page that does not fit; axe needs JavaScript. A page
 * longer than a screenshot may be is saved as far as the window shows it.
 */
export async function keep(
  page: Page,
  name: string,
  { checked, whole = true }: { checked: boolean; whole?: boolean } = { checked: true },
): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: `${SCREENSHOTS}${name}.png`, fullPage: whole });
  if (!checked) return;
  // The page's policy forbids scripts, so axe is evaluated from outside the page.
  const findings = await page.evaluate(await axeScript());
  expect(findings, name).toEqual([]);
  if (whole) await fits(page, name);
}

async function axeScript(): Promise<string> {
  const source = await readFile(AXE, 'utf8');
  const run = `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'] })`;
  return `(async () => { ${source}; const { violations } = await ${run}; return violations.map(({ id, nodes }) => id + ': ' + nodes[0].html); })()`;
}
