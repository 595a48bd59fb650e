import { defineService } from '@xs2a/service-kit';
import { AUTHORISATIONS } from './authorisation.ts';
import { ScaConfig } from './config.ts';
import { ScaModule } from './sca.module.ts';

export const service = defineService({
  name: 'sca',
  module: ScaModule,
  config: ScaConfig,
  collections: [AUTHORISATIONS],
});
