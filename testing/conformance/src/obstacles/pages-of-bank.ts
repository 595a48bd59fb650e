import { type Answer, linksOf } from '@xs2a/client';
import { type Page, PsuClient } from '@xs2a/test-kit/psu-client';
import { Mismatch } from '../check.ts';
import { firstOf, needsApproach, needsPortal, unlessOffered } from '../checks/offered-features.ts';
import { REDIRECT } from '../sca-preferences.ts';
import type { TestContext } from '../test-context.ts';

/** Requires pages of the portal on which PSUs sign in. */
export const needsPages = firstOf(needsApproach('REDIRECT'), needsPortal, ({ profile }) =>
  unlessOffered(
    !profile.oauth.integrated && profile.psuSignIn === 'portal',
    'PSUs sign in on pages of the bank itself',
  ),
);

/** Opens the page to which the answer to a creation leads the browser of its PSU. */
export async function openPage(
  context: TestContext,
  created: Answer,
): Promise<{ readonly browser: PsuClient; readonly page: Page }> {
  const started =
    linksOf(created)['scaRedirect'] === undefined
      ? await context.client.followNamed(created, 'startAuthorisation', { headers: REDIRECT, body: {} })
      : created;
  const href = linksOf(started)['scaRedirect']?.href;
  if (href === undefined) throw new Mismatch('no scaRedirect');
  const browser = new PsuClient(href);
  return { browser, page: await browser.open(href) };
}

/** Returns the attributes of each field of a page that a person fills in. */
export function fieldsOf({ html }: Page): string[] {
  const inputs = Array.from(
    html.matchAll(/<(?:input|select|textarea)\b([^<>]*)>/g),
    ([, attributes = '']) => attributes,
  );
  return inputs.filter((attributes) => !/type="(?:hidden|submit)"/.test(attributes));
}
