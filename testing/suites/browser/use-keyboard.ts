import type { Page } from 'playwright-core';

/** More stops than any page has. */
const STOPS_MAX = 150;
/** Whether the element that matches a selector has the focus, visibly. */
const standsAt = (selector: string) => `(() => {
  const at = document.activeElement;
  if (!at?.matches(${JSON.stringify(selector)})) return 'elsewhere';
  const shown = [at, ...(at.labels ?? [])].some((element) => getComputedStyle(element).outlineStyle !== 'none');
  return shown ? 'seen' : 'unseen';
})()`;

/** The element with the focus and its faults, or nothing once the focus has left the page. */
const STOP = `(() => {
  const at = document.activeElement;
  if (!at || at === document.body) return undefined;
  const boxes = [at, ...(at.labels ?? [])];
  const isTold = boxes.some((box) => getComputedStyle(box).outlineStyle !== 'none');
  const { top, bottom } = at.getBoundingClientRect();
  const wrong = [...(isTold ? [] : ['nothing shows it']), ...(bottom > 0 && top < innerHeight ? [] : ['out of sight'])];
  return { at: at.className + ' ' + at.outerHTML.slice(0, 60), wrong, isSeen: at.dataset.stopped !== undefined, mark: (at.dataset.stopped = '') };
})()`;
const NOT_STOPPED = `[...document.querySelectorAll('a[href], button, input, summary')]
  .filter((one) => one.checkVisibility() && !one.disabled && one.type !== 'radio' && one.dataset.stopped === undefined)
  .map((one) => one.outerHTML.slice(0, 60) + ': cannot be reached')`;

/**
 * Walks through a page with the Tab key alone and returns the faults: the skip link comes first, each stop is visible with an
 * outline, and none is left out.
 */
export async function faultsOfKeyboard(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (let stop = 0; stop < STOPS_MAX; stop++) {
    await page.keyboard.press('Tab');
    const found = (await page.evaluate(STOP)) as { at: string; wrong: string[]; isSeen: boolean } | undefined;
    if (found === undefined || found.isSeen) break;
    if (stop === 0 && !found.at.startsWith('skip')) faults.push(`${found.at}: is first`);
    faults.push(...found.wrong.map((wrong) => `${found.at}: ${wrong}`));
  }
  return [...faults, ...(await page.evaluate<string[]>(NOT_STOPPED))];
}

/** Moves the focus to an element with the Tab key alone; every stop must have an outline. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let stop = 0; stop < STOPS_MAX; stop++) {
    const stands = await page.evaluate(standsAt(selector));
    if (stands === 'seen') return;
    if (stands === 'unseen') throw new Error(`nothing shows that the cursor is at ${selector}`);
    await page.keyboard.press('Tab');
  }
  throw new Error(`${selector} cannot be reached with the keyboard`);
}

/** Presses Enter on the element that matches a selector, and waits for the next page. */
export async function pressKey(page: Page, selector: string): Promise<void> {
  await tabTo(page, selector);
  const loaded = page.waitForEvent('load');
  await page.keyboard.press('Enter');
  await loaded;
}

/** Types into fields and submits their form. */
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
