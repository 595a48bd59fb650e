import { defineService } from '@xs2a/service-kit';
import { ConsentConfig } from './config.ts';
import { ConsentModule } from './consent.module.ts';
import { CONSENTS } from './model/consent.ts';
import { FUNDS_CONSENTS } from './model/funds-consent.ts';

export const service = defineService({
  name: 'consent',
  module: ConsentModule,
  config: ConsentConfig,
  collections: [CONSENTS, FUNDS_CONSENTS],
});
