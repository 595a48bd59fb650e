import type { Page } from 'playwright-core';

/** Sends the form in which the cursor stands, and waits for the page after it. */
export async function sendForm(page: Page): Promise<void> {
  const loaded = page.waitForEvent('load');
  await page.keyboard.press('Enter');
  await loaded;
}
