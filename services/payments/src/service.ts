import { defineService } from '@xs2a/service-kit';
import { BASKETS } from './basket.ts';
import { PaymentsConfig } from './config.ts';
import { PAYMENTS } from './payment.ts';
import { PaymentsModule } from './payments.module.ts';

export const service = defineService({
  name: 'payments',
  module: PaymentsModule,
  config: PaymentsConfig,
  collections: [PAYMENTS, BASKETS],
});
