import { defineService } from '@xs2a/service-kit';
import { BASKETS } from './basket.ts';
import { BULK_MESSAGES, BULK_TRANSFERS } from './bulk-message.ts';
import { PaymentsConfig } from './config.ts';
import { EXECUTIONS } from './execution.ts';
import { PAYMENTS } from './payment.ts';
import { PaymentsModule } from './payments.module.ts';

export const service = defineService({
  name: 'payments',
  module: PaymentsModule,
  config: PaymentsConfig,
  collections: [PAYMENTS, EXECUTIONS, BULK_MESSAGES, BULK_TRANSFERS, BASKETS],
});
