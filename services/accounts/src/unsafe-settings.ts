import { isWeakSecret, type UnsafeSetting } from '@xs2a/service-kit';
import type { AccountsConfig } from './config.ts';

/** Settings with which the accounts service does not start. */
export const UNSAFE_SETTINGS: readonly UnsafeSetting<AccountsConfig>[] = [
  {
    variable: 'PAGE_TOKEN_KEY',
    isUnsafe: ({ PAGE_TOKEN_KEY }) => PAGE_TOKEN_KEY !== undefined && isWeakSecret(PAGE_TOKEN_KEY),
    text: 'is easily guessed; use a generated one',
  },
];
