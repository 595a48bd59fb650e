import { defineService } from '@xs2a/service-kit';
import { NotifierConfig } from './config.ts';
import { LANES } from './model/delivery-queue.ts';
import { NotifierModule } from './notifier.module.ts';

export type { Lane } from './model/delivery-queue.ts';

/** Tells TPPs of statuses. The only service that calls addresses which somebody outside has named. */
export const service = defineService({
  name: 'notifier',
  module: NotifierModule,
  config: NotifierConfig,
  collections: [LANES],
});
