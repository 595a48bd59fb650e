import { defineService } from '@xs2a/service-kit';
import { PSU_ATTEMPTS } from './attempts/psu-attempts.ts';
import { ScaConfig } from './config.ts';
import { TOTP_SECRETS } from './factors/verify-totp.ts';
import { AUTHORISATIONS } from './model/authorisation.ts';
import { LOGINS } from './model/login.ts';
import { PASSKEYS } from './model/passkey.ts';
import { SECRETS } from './psu-data/password-keys.ts';
import { ScaModule } from './sca.module.ts';

export const service = defineService({
  name: 'sca',
  module: ScaModule,
  config: ScaConfig,
  collections: [AUTHORISATIONS, LOGINS, PSU_ATTEMPTS, PASSKEYS, TOTP_SECRETS, SECRETS],
});
