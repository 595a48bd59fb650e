import type { OwnFactor } from '@xs2a/contracts';

/** The texts for built-in factors: on their own page, and on the pages where they are used. */
export const enFactors = {
  heading: 'Your ways to approve',
  lead: 'Besides codes from your bank, you can approve with a passkey or an authenticator app. Add only what is yours alone.',
  // On the overview of permissions.
  open: 'Passkeys and authenticator app',
  openHint: 'Approve more easily, without waiting for a code.',
  back: 'All ways to approve',
  signInAgain:
    'To add a new way, sign out and sign in again with a code from the bank or a passkey. For your protection, the sign-in must not be older than five minutes.',
  kinds: {
    passkey: {
      heading: 'Passkeys',
      text: 'The fingerprint, face or PIN of your phone or computer, or a security key. You can approve every request with it, including payments.',
      none: 'You have no passkey.',
      add: 'Add a passkey',
    },
    totp: {
      heading: 'Authenticator app',
      text: 'An app that shows a new code every 30 seconds. You can approve access to accounts and funds checks with it, but no payments.',
      none: 'You have no authenticator app.',
      add: 'Add an authenticator app',
    },
  } satisfies Record<OwnFactor, unknown>,
  app: {
    name: 'Authenticator app',
    heading: 'Add an authenticator app',
    lead: 'The picture contains a secret key. Do not show it to anybody, and scan it only with the app on your own phone.',
    scan: 'Open your authenticator app and scan this picture.',
    picture: 'QR code for your authenticator app',
    orType: 'Or enter this key in the app:',
    code: 'Code that the app shows',
    submit: 'Confirm',
  },
  make: {
    heading: 'Add a passkey',
    lead: 'Your device asks for your fingerprint, face or PIN, and creates a key that stays on your device or in your user account (e.g. Google, iCloud).',
    name: 'Name',
    nameGiven: 'My device',
    nameHint: 'You will recognise the passkey by it (up to 40 characters).',
    submit: 'Create passkey',
    failed: 'No passkey was created. Please try again, or use another device.',
  },
  approve: {
    heading: 'Approve with your passkey',
    text: 'Read the request. Your device then asks for your fingerprint, face or PIN for exactly this request.',
    with: (names: string) => `Your passkeys: ${names}`,
    submit: 'Approve with passkey',
    failed: 'The passkey did not respond. Please try again, or choose another way.',
  },
  // Replaces `approve` at the sign-in, which approves nothing.
  signIn: {
    heading: 'Sign in with your passkey',
    text: 'Your device asks for your fingerprint, face or PIN. This only signs you in and approves nothing.',
    submit: 'Sign in with passkey',
  },
  added: 'Added',
  lastUsed: 'Last used',
  neverUsed: 'Never used',
  remove: 'Remove',
  needsScript:
    'Your browser must support passkeys, and JavaScript must be switched on. You can also choose another way.',
};

export const enFactorNotes = {
  passkeyInvalid: 'The response of the passkey was not accepted.',
  passkeyExpired: 'The passkey request has expired or was already used. Please try again.',
  passkeyMissing: 'We received no response from a passkey. Switch on JavaScript and try again.',
  signInTooOld: 'You signed in more than five minutes ago. Sign in again to add a passkey or an authenticator app.',
  signInTooWeak:
    'You signed in with a code of your authenticator app. Sign in again with a code from the bank or a passkey to add a new way to approve.',
  addingOver: 'That took too long or was cancelled. Please start again.',
  passkeyNotMade: 'This passkey could not be added. Please try again, or use another device.',
  passkeysTooMany: 'You have the maximum number of passkeys. Remove one first.',
  totpPresent: 'You already have an authenticator app. Remove it first to add another one.',
  totpInvalid: 'This code is not correct. Check that the time on your phone is set automatically.',
  passkeyAdded: 'The passkey was added. From now on you can approve with it.',
  totpAdded: 'The authenticator app was added. From now on you can approve access to accounts with it.',
  factorRemoved: 'Removed. You can no longer approve with it.',
};
