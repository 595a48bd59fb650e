import { defineService } from '@xs2a/service-kit';
import { AUTHORISATIONS } from './authorisation.ts';
import { ScaConfig } from './config.ts';
import { LOGINS } from './login.ts';
import { ScaModule } from './sca.module.ts';
import { SIGN_IN_ATTEMPTS } from './sign-in-attempts.ts';

export const service = defineService({
  name: 'sca',
  module: ScaModule,
  config: ScaConfig,
  collections: [AUTHORISATIONS, LOGINS, SIGN_IN_ATTEMPTS],
});
