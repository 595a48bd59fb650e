import { TEST_USER_WORDS } from './test-users.ts';

/** The texts of the pages that PSUs of the sandbox see. Pages for developers are in English alone. */
export const en = {
  footer: 'This is a sandbox for developers: no real money, no real people.',
  // Additional part of the home page.
  home: {
    heading: 'Test users',
    text: 'Messages that a bank would send to a phone are shown under Messages, and requests in its app under Device.',
    columns: { psuId: 'User ID', who: 'Description', phone: 'Phone' },
    passwordRule: 'The password is the user ID followed by',
    openInbox: 'Messages',
    openDevice: 'Device',
    ownSandbox: 'Developers: a sandbox of your own',
  },
  inbox: {
    heading: 'Messages',
    of: (psuId: string) => `Messages to ${psuId} (newest first)`,
    text: 'In the sandbox, this page shows the messages that would reach a phone.',
    empty: 'No messages yet.',
    code: 'Code',
    refresh: 'Check again',
    device: 'Open the device of this user',
  },
  notifications: {
    heading: 'Notifications',
    text: 'What the bank sent to this address of a TPP (newest first).',
    own: 'Add a name of your own to the address to see only what is sent to it:',
    empty: 'No notifications yet.',
    body: 'Message',
  },
  device: {
    heading: 'Device',
    of: (psuId: string) => `Requests in the banking app of ${psuId} (newest first)`,
    text: 'In the sandbox, this page replaces the app on a phone. Approve only what you requested yourself.',
    empty: 'No requests are waiting for an answer.',
    approve: 'Approve',
    decline: 'Decline',
    outcomes: {
      approved: 'You approved the request on the device.',
      declined: 'You declined the request on the device.',
      gone: 'This request can no longer be answered: it was answered before, has expired, or was replaced by a newer one.',
    },
    inbox: 'Open the messages of this user',
  },
  testUsers: TEST_USER_WORDS.en,
};
