import { enApprovals } from './en-approvals.ts';
import { enOrders } from './en-orders.ts';
import { enPermissions } from './en-permissions.ts';
import { enSamplePsus } from './en-sample-psus.ts';
import type { Words } from './words.ts';

export const en: Words = {
  languageName: 'English',
  switchLanguage: 'Language',
  skipToContent: 'Skip to content',
  home: 'Home',
  service: 'Approvals',
  footer:
    'Your user ID, password and codes are for this page alone. We never ask for them by e-mail, message or phone.',
  sandboxFooter: 'This is a sandbox for developers: no real money, no real people.',
  titleProblem: 'Problem',
  steps: { label: 'Progress', signIn: 'Sign in', review: 'Review', code: 'Confirm' },
  stepDone: 'done',

  signIn: {
    heading: 'Sign in to continue',
    psuId: 'User ID',
    password: 'Password',
    corporate: 'I sign for a company',
    corporateId: 'Company ID',
    corporateHint: 'Only if your bank gave you one.',
    submit: 'Sign in',
    trust: 'You sign in with your bank. The provider never sees your password.',
    permissionsHeading: 'Sign in to your permissions',
    permissionsTrust: 'After the password we send you a code. It serves to sign in only: it pays and approves nothing.',
    leave: 'Cancel sign-in',
    proof: {
      review: 'Get a code to sign in',
      code: 'Enter the code to sign in',
      compare: 'Enter the code only if the message says that it is for signing in to your permission overview.',
      submit: 'Sign in',
    },
    permissionsLead: 'See who may view your accounts, how often it was used, and withdraw what you no longer want.',
    phone: 'Continue on your phone',
    phoneHint:
      'Scan this picture with the camera of your phone and sign in there. Never scan such a picture that somebody else sent you.',
    phoneCode: 'QR code of the address of this page',
  },
  approvals: enApprovals,
  orders: enOrders,
  review: {
    offered: 'Which accounts do you want to open?',
    offeredHint: 'Only the accounts that you choose are opened.',
    methods: 'How would you like to approve?',
    signInMethods: 'How would you like to get the code?',
    methodsHint: 'You get a code, or are asked on your device, in the way that you choose.',
    signInMethodsHint: 'We send you a code in the way that you choose.',
    methodTypes: {
      SMS_OTP: 'Code by text message',
      CHIP_OTP: 'Code from a card reader',
      PHOTO_OTP: 'Code from a picture',
      PUSH_OTP: 'On your device, in the app',
      SMTP_OTP: 'Code by e-mail',
    },
    submit: 'Continue',
  },
  code: {
    sentBy: (method) => `We have sent you a code: ${method}.`,
    label: 'Code',
    digits: (count) => `Up to ${count} characters`,
    image: 'Picture to scan with the device of your bank',
    readPicture: 'Read the picture with your device: it shows the code, and what the code is for.',
    resend: 'Send a new code',
    other: 'Choose another way',
  },
  device: {
    heading: 'Confirm on your device',
    asked: (method) => `We have asked you on your device: ${method}.`,
    compare: 'Compare what your device shows with the request shown here. Approve there only if both agree.',
    waits: 'This page looks by itself every few seconds whether you have answered, and then goes on.',
    look: 'Check the answer and continue',
    other: 'Choose another way, or send it again',
  },
  cancel: 'Decline',

  summary: {
    requestedBy: 'Requested by',
    accounts: 'Accounts',
    noAccounts: 'The accounts are shown after you sign in.',
    chooseAccounts: 'You choose the accounts yourself.',
    data: 'Data',
    listOnly: 'List of accounts',
    access: 'How often',
    once: 'Once',
    recurring: (times) =>
      times === 1
        ? 'Repeatedly, once a day when you are not present'
        : `Repeatedly, up to ${times} times a day when you are not present`,
    validUntil: 'Until',
    untilWithdrawn: 'You withdraw the permission',
    allowed: 'What you allow',
    fundsChecks: 'To ask whether an amount is available, with yes or no as the only answer. No money is reserved.',
    card: 'Card',
    cardInformation: 'About the card',
    registrationInformation: 'Registration',
    signedInAs: 'Signed in as',
  },
  rights: {
    accounts: 'Account details',
    balances: 'Balances',
    transactions: 'Transactions',
    balancesInList: 'Balances in the list of accounts',
    funds: 'Available: yes or no',
  },

  notes: {
    credentialsInvalid: 'User ID and password do not match. Please check both.',
    corporateIdInvalid: 'The bank does not know this company ID. Please check it.',
    serviceBlocked: 'Your access is blocked. Please contact your bank.',
    accountsNotOfPsu: 'You may not dispose of the accounts in this request.',
    otherPsuExpected: 'This request was made for another user ID.',
    signedAlready: 'You have approved this already. Another authorised person must approve it now.',
    codeInvalid: 'This code is not right.',
    accountsNotChosen: 'Choose at least one account, or decline.',
    codeExpired: 'This code is no longer valid. Have a new one sent.',
    inputMissing: 'Please fill in every field.',
    sessionOver: 'You were signed out for your protection. Please sign in again.',
    promptApproved: 'You have approved this on the device.',
    promptDeclined: 'You have declined this on the device.',
    promptGone: 'There is nothing to answer any more: it was answered, has expired, or a newer request took its place.',
    codeSent: 'A new code is on its way. Earlier codes are no longer valid.',
    signInClosed: 'Too many attempts. For your safety sign-in is closed for some minutes. Please try again later.',
    scaMethodMissing: 'No way to receive a code is set up for you. Please ask your bank.',
    signedOut: 'You are signed out.',
    permissionWithdrawn: 'You have withdrawn this permission. From now on the provider gets no data with it.',
    permissionEndedBefore: 'This permission had ended already. The provider gets no data with it.',
    declined: 'You have declined.',
  },
  attemptsLeft: (count) =>
    count === 1
      ? 'You have one attempt left. If it is wrong too, we stop here for your protection.'
      : `You have ${count} attempts left.`,
  goBack: (tpp) => `Back to ${tpp}`,
  goingBack: (tpp) => `You will be taken back to ${tpp} in a moment.`,
  mayClose: 'You can close this window now.',
  troubles: {
    linkUnknown: {
      title: 'This link does not work',
      text: 'It is unknown or was used already. Go back to your provider and start again there.',
    },
    linkExpired: {
      title: 'This link has expired',
      text: 'For your protection such links are valid for a few minutes only. Go back to your provider and start again there.',
    },
    sessionOver: {
      title: 'Your session is over',
      text: 'You were signed out, or have continued elsewhere. Go back to your provider to see how the request stands.',
    },
    formStale: {
      title: 'This page was out of date',
      text: 'Nothing was sent. Open the current page and try again; your browser must allow cookies for it.',
    },
    unavailable: {
      title: 'Temporarily unavailable',
      text: 'We cannot answer just now. Please try again in a few seconds.',
    },
    promptGone: {
      title: 'Nothing to answer',
      text: 'It was answered already, has expired, or a newer request took its place.',
    },
    notFound: { title: 'Page not found', text: 'There is nothing at this address.' },
    tooMany: { title: 'Too many requests', text: 'Please wait a moment and then try again.' },
    inputInvalid: {
      title: 'This request is not readable',
      text: 'The address or the form is damaged. Go back and try again.',
    },
    fault: {
      title: 'Something went wrong',
      text: 'The fault is ours. Please try again; if it stays, go back to your provider.',
    },
  },
  tryAgain: 'Try again',

  permissions: enPermissions,
  homePage: {
    heading: 'Approve access and payments safely',
    text: 'You come here when an application asks for access to your accounts or prepares a payment for you. Such a request opens by itself: there is no need to enter anything on this page.',
    points: [
      { title: 'You see first', text: 'Who asks, for which accounts or which amount and payee, and until when.' },
      { title: 'You decide', text: 'Only your own sign-in and a confirmation made for this one request approve it.' },
      { title: 'You stay in charge', text: 'Declining costs nothing, and permissions can be withdrawn.' },
    ],
    permissions: {
      title: 'Who may view your accounts?',
      text: 'Look at what you have permitted, and withdraw it whenever you like.',
    },
    openPermissions: 'My permissions',
    sandbox: 'Sample users',
    sandboxText:
      'What the bank would send to their phones arrives in an inbox; what its app would ask waits on a device.',
    columns: { psuId: 'User ID', who: 'Who', inbox: 'Messages' },
    passwordRule: 'The password is the user ID followed by',
    openInbox: 'Inbox',
    openDevice: 'Device',
  },
  inbox: {
    heading: 'Inbox',
    of: (psuId) => `Messages to ${psuId}, newest first`,
    text: 'In the sandbox, what would reach a phone arrives here.',
    empty: 'No messages yet.',
    code: 'Code',
    refresh: 'Look again',
    device: 'To the device of this user',
  },
  devicePage: {
    heading: 'Device',
    of: (psuId) => `What the banking app of ${psuId} asks, newest first`,
    text: 'In the sandbox, this page stands in for the app on a phone. Approve only what you have asked for yourself.',
    empty: 'Nothing waits for an answer.',
    approve: 'Approve',
    decline: 'Decline',
    inbox: 'To the inbox of this user',
  },
  samplePsus: enSamplePsus,
};
