import { pushNotification } from '@xs2a/contracts';
import { defineService, handler, versionOf } from '@xs2a/service-kit';
import { NotifierConfig } from './config.ts';
import { createContext } from './context.ts';
import { enqueueNotification } from './delivery/enqueue-notification.ts';
import { DELIVERY_QUEUES } from './model/delivery-queue.ts';
import { PERSONAL_DATA } from './personal-data.ts';
import { UNSAFE_SETTINGS } from './unsafe-settings.ts';

/** Notifies TPPs of status changes. It is the only service that connects to addresses chosen outside the bank. */
export const service = defineService({
  name: 'notifier',
  version: versionOf(import.meta.url),
  config: NotifierConfig,
  unsafeSettings: UNSAFE_SETTINGS,
  files: ['NOTIFIER_TRUST_LIST'],
  keyPairs: [['NOTIFIER_TLS_CERTIFICATE', 'NOTIFIER_TLS_KEY']],
  collections: [DELIVERY_QUEUES],
  personalData: PERSONAL_DATA,
  createContext,
  handlers: [handler(pushNotification, enqueueNotification)],
  onStart: ({ dispatcher }) => dispatcher.start(),
  onStop: ({ dispatcher }) => dispatcher.stop(),
});
