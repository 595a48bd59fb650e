import type { UnsafeSetting } from '@xs2a/service-kit';
import type { NotifierConfig } from './config.ts';

/** Settings that prevent the notifier from starting. */
export const UNSAFE_SETTINGS: readonly UnsafeSetting<NotifierConfig>[] = [
  {
    variable: 'NOTIFICATION_PERMITTED_HOSTS',
    isUnsafe: ({ SANDBOX, NOTIFICATION_PERMITTED_HOSTS }) =>
      SANDBOX !== 'true' && NOTIFICATION_PERMITTED_HOSTS.trim() !== '',
    text: 'is for the sandbox alone; a bank tells TPPs at public addresses',
  },
];
