import { expect, it } from 'vitest';
import { SANDBOX_WORDS } from './languages.ts';
import { TEST_USERS } from './test-users.ts';

it.each(['hr', 'en'] as const)('the words in %s know every test user', (language) => {
  expect(Object.keys(SANDBOX_WORDS[language].testUsers)).toEqual([...TEST_USERS]);
});
