import { TEST_USER_WORDS } from './test-user-words.ts';
import type { Words } from './words.ts';

/** Texts of the pages that only the sandbox has: home, messages, device. */
export const enSandbox: Pick<Words, 'homePage' | 'inbox' | 'notificationsPage' | 'devicePage' | 'testUsers'> = {
  homePage: {
    heading: 'Approve access and payments safely',
    text: 'You come here when an application asks for access to your accounts or prepares a payment for you. The request opens automatically; you do not need to enter anything here.',
    points: [
      {
        title: 'You see everything first',
        text: 'Who makes the request, for which accounts or for which amount and payee, and until when.',
      },
      {
        title: 'You decide',
        text: 'A request is approved only with your sign-in and a confirmation that is valid for this request alone.',
      },
      {
        title: 'You stay in control',
        text: 'You can decline a request without consequences, and withdraw a permission whenever you like.',
      },
    ],
    permissions: {
      title: 'Who may view your accounts?',
      text: 'See your permissions, and withdraw them whenever you like.',
    },
    openPermissions: 'My permissions',
    sandbox: 'Test users',
    sandboxText:
      'Messages that a bank would send to a phone are shown under Messages, and requests in its app under Device.',
    columns: { psuId: 'User ID', who: 'Description', phone: 'Phone' },
    passwordRule: 'The password is the user ID followed by',
    openInbox: 'Messages',
    openDevice: 'Device',
    ownSandbox: 'Developers: a sandbox of your own',
  },
  inbox: {
    heading: 'Messages',
    of: (psuId) => `Messages to ${psuId} (newest first)`,
    text: 'In the sandbox, this page shows the messages that would reach a phone.',
    empty: 'No messages yet.',
    code: 'Code',
    refresh: 'Check again',
    device: 'Open the device of this user',
  },
  notificationsPage: {
    heading: 'Notifications',
    text: 'What the bank sent to this address of a TPP (newest first).',
    own: 'Add a name of your own to the address to see only what is sent to it:',
    empty: 'No notifications yet.',
    body: 'Message',
  },
  devicePage: {
    heading: 'Device',
    of: (psuId) => `Requests in the banking app of ${psuId} (newest first)`,
    text: 'In the sandbox, this page replaces the app on a phone. Approve only what you requested yourself.',
    empty: 'No requests are waiting for an answer.',
    approve: 'Approve',
    decline: 'Decline',
    inbox: 'Open the messages of this user',
  },
  testUsers: TEST_USER_WORDS.en,
};
