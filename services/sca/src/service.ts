import { defineService } from '@xs2a/service-kit';
import { AUTHORISATIONS } from './authorisation.ts';
import { ScaConfig } from './config.ts';
import { LOGINS } from './login.ts';
import { PASSKEYS } from './passkey.ts';
import { SECRETS } from './password-keys.ts';
import { PSU_ATTEMPTS } from './psu-attempts.ts';
import { ScaModule } from './sca.module.ts';
import { TOTP_SECRETS } from './totp-secret.ts';

export const service = defineService({
  name: 'sca',
  module: ScaModule,
  config: ScaConfig,
  collections: [AUTHORISATIONS, LOGINS, PSU_ATTEMPTS, PASSKEYS, TOTP_SECRETS, SECRETS],
});
