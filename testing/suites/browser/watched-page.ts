import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** Opens a page of a browser, and records its requests to other hosts and its complaints. */
export async function watchedPage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions,
): Promise<{ page: Page; wrong: string[] }> {
  const page = await (await browser.newContext(options)).newPage();
  const wrong: string[] = [];
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (protocol !== 'data:' && asked !== origin) wrong.push(`asked ${request.url()}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') wrong.push(message.text());
  });
  page.on('pageerror', (error) => wrong.push(error.message));
  return { page, wrong };
}
