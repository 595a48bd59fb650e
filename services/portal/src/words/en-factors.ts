import type { FactorWords } from './factor-words.ts';

export const enFactors: FactorWords = {
  heading: 'Your ways to approve',
  lead: 'Besides the codes of your bank you can approve with a passkey or an authenticator app. Add only what is yours alone.',
  open: 'Passkeys and authenticator app',
  openHint: 'Approve more easily, without waiting for a code.',
  back: 'All ways to approve',
  signInAgain:
    'To add something here, sign out and sign in again with a code of the bank or a passkey: for your protection that must be a few minutes ago at most.',
  kinds: {
    passkey: {
      heading: 'Passkeys',
      text: 'The fingerprint, face or PIN of your telephone or computer, or a security key. Approves everything, each request by itself.',
      none: 'You have no passkey here.',
      add: 'Add a passkey',
    },
    totp: {
      heading: 'Authenticator app',
      text: 'An app that shows a new code every 30 seconds. Approves access to accounts and funds checks, never a payment.',
      none: 'You have no authenticator app here.',
      add: 'Add an authenticator app',
    },
  },
  app: {
    name: 'Authenticator app',
    heading: 'Add an authenticator app',
    lead: 'The picture holds a secret: show it to nobody, and scan it only with the app on your own telephone.',
    scan: 'Open your authenticator app and scan this picture.',
    picture: 'QR code for your authenticator app',
    orType: 'Or type this key into the app:',
    code: 'Code that the app shows',
    submit: 'Confirm',
    read: 'Open your authenticator app and type the code that it shows.',
  },
  make: {
    heading: 'Add a passkey',
    lead: 'Your device asks for your fingerprint, face or PIN, and makes a key that never leaves it or your own account.',
    name: 'Name',
    nameGiven: 'My device',
    nameHint: 'So that you recognise it later, up to 40 characters.',
    submit: 'Make a passkey',
    failed: 'No passkey was made. Please try again, or use another device.',
  },
  approve: {
    heading: 'Approve with your passkey',
    text: 'Read what is asked for. Your device then asks for your fingerprint, face or PIN, for exactly this request.',
    with: (names) => `Your passkeys: ${names}`,
    submit: 'Approve with passkey',
    failed: 'The passkey did not answer. Please try again, or choose another way.',
  },
  signIn: {
    heading: 'Sign in with your passkey',
    text: 'Your device asks for your fingerprint, face or PIN. This only signs you in: it approves nothing.',
    submit: 'Sign in with passkey',
  },
  added: 'Added',
  lastUsed: 'Last used',
  neverUsed: 'Not yet',
  remove: 'Remove',
  needsScript:
    'For a passkey your browser must support passkeys and have JavaScript switched on. You can choose another way instead.',
};
