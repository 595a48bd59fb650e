import { isWeakSecret, SettingsRefusal, secretOf } from '@xs2a/service-kit';
import type { AccountsConfig } from './config.ts';

/** Returns the configured secret for page tokens, if there is one. Throws if it cannot be read or is easily guessed. */
export function pageTokenSecret(config: AccountsConfig): string | undefined {
  const secret = secretOf(config, 'PAGE_TOKEN_KEY');
  if (secret === undefined || !isWeakSecret(secret)) return secret;
  const variable = config.PAGE_TOKEN_KEY_FILE === undefined ? 'PAGE_TOKEN_KEY' : 'PAGE_TOKEN_KEY_FILE';
  throw new SettingsRefusal([{ variable, text: 'is easily guessed; use a generated one' }]);
}
