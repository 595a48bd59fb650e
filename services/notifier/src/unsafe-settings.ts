import type { UnsafeSetting } from '@xs2a/service-kit';
import type { NotifierConfig } from './config.ts';

/** Settings with which the notifier does not start. */
export const UNSAFE_SETTINGS: readonly UnsafeSetting<NotifierConfig>[] = [
  {
    variable: 'NOTIFICATION_PERMITTED_HOSTS',
    isUnsafe: ({ SANDBOX, NOTIFICATION_PERMITTED_HOSTS }) =>
      SANDBOX !== 'true' && NOTIFICATION_PERMITTED_HOSTS.trim() !== '',
    text: 'is for the sandbox alone; a bank tells TPPs at public addresses',
  },
];
