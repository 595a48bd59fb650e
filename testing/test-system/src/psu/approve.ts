import { type Page, PsuClient } from '@xs2a/test-kit';

/** Takes the PSU through a whole redirect without JavaScript, up to the page with the result. */
export async function approve(
  portalUrl: string,
  scaRedirect: string,
  psu: { psuId: string; method?: string },
): Promise<Page> {
  const browser = new PsuClient(portalUrl);
  const signIn = await browser.open(scaRedirect);
  let page = await browser.submit(signIn, { psuId: psu.psuId, password: `${psu.psuId}-pass` });
  if (page.html.includes('name="authenticationMethodId"') && !page.html.includes('name="code"')) {
    page = await browser.submit(page, { authenticationMethodId: psu.method ?? 'sms' }, '/method');
  }
  return browser.submit(page, { code: await browser.newestCode(psu.psuId) });
}
