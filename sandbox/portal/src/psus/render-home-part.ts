import { TEMPLATES } from '../rendering/render-sandbox-page.ts';
import { SANDBOX_WORDS } from '../words/languages.ts';
import { TEST_USERS, USERS_WITH_DEVICE } from '../words/test-users.ts';
import { devicePath, inboxPath } from './paths.ts';

/** Renders the list of test users, with links to the messages and the device of each. */
export function renderHomePart(language: 'hr' | 'en'): string {
  const sandbox = SANDBOX_WORDS[language];
  const testUsers = TEST_USERS.map((psuId) => ({
    psuId,
    who: sandbox.testUsers[psuId],
    inboxHref: inboxPath(psuId),
    ...(USERS_WITH_DEVICE.includes(psuId) && { deviceHref: devicePath(psuId) }),
  }));
  return TEMPLATES.render('home-part', { testUsers, sandbox });
}
