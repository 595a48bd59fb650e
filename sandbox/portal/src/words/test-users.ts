import type { TestUser } from './sandbox-words.ts';

/** The PSUs of the sandbox bank, in the order in which they are shown. */
export const TEST_USERS: readonly TestUser[] = [
  'psu-private',
  'psu-multi',
  'psu-corporate-1',
  'psu-corporate-2',
  'psu-empty',
  'psu-exempt',
  'psu-devices',
  'psu-nofactor',
  'psu-blocked',
];

/** Test users who approve on a device. */
export const USERS_WITH_DEVICE: readonly TestUser[] = [
  'psu-private',
  'psu-corporate-1',
  'psu-corporate-2',
  'psu-devices',
];
