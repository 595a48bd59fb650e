import type { Page } from 'playwright-core';

/** Submits the form that has the focus, and waits for the next page. */
export async function sendForm(page: Page): Promise<void> {
  const loaded = page.waitForEvent('load');
  await page.keyboard.press('Enter');
  await loaded;
}
