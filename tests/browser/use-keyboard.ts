import type { Page } from 'playwright-core';

/** More stops than any page has. */
const STOPS_MAX = 60;
/** Whether the cursor stands where a selector says, and can be seen there. */
const standsAt = (selector: string) => `(() => {
  const at = document.activeElement;
  if (!at?.matches(${JSON.stringify(selector)})) return 'elsewhere';
  const shown = [at, ...(at.labels ?? [])].some((element) => getComputedStyle(element).outlineStyle !== 'none');
  return shown ? 'seen' : 'unseen';
})()`;

/** Goes to an element with the Tab key alone, as who has no mouse does; it must be told by an outline where one stands. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let stop = 0; stop < STOPS_MAX; stop++) {
    const stands = await page.evaluate(standsAt(selector));
    if (stands === 'seen') return;
    if (stands === 'unseen') throw new Error(`nothing shows that the cursor is at ${selector}`);
    await page.keyboard.press('Tab');
  }
  throw new Error(`${selector} cannot be reached with the keyboard`);
}

/** Presses what a selector names, and waits for the page after it. */
export async function pressKey(page: Page, selector: string): Promise<void> {
  await tabTo(page, selector);
  const loaded = page.waitForEvent('load');
  await page.keyboard.press('Enter');
  await loaded;
}

/** Types into fields and sends their form. */
export async function typeInto(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(fields)) {
    await tabTo(page, `input[name=${name}]`);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text);
  }
  const loaded = page.waitForEvent('load');
  await page.keyboard.press('Enter');
  await loaded;
}
