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
  },
  lead: {
    consent: (tpp) => `${tpp} asks for your permission to view your accounts.`,
    fundsConsent: (tpp) =>
      `${tpp} asks for your permission to check whether an amount is available on your account. It is told only yes or no.`,
    payment: (tpp) => `${tpp} has prepared a payment from your account. Nothing is paid before you approve it.`,
    signIn: 'See who may view your accounts, how often it was used, and withdraw what you no longer want.',
  },
  review: {
    heading: {
      consent: 'Review the access',
      fundsConsent: 'Review the permission',
      payment: 'Review the payment',
      signIn: 'Get a code to sign in',
    },
    offered: 'Which accounts do you want to open?',
    offeredHint: 'Only the accounts that you choose are opened.',
    methods: 'How would you like to approve?',
    signInMethods: 'How would you like to get the code?',
    methodsHint: 'We send you a code in the way you choose.',
    submit: 'Continue and get a code',
  },
  code: {
    heading: {
      consent: 'Approve the access',
      fundsConsent: 'Approve the permission',
      payment: 'Approve the payment',
      signIn: 'Enter the code to sign in',
    },
    sentBy: (method) => `We have sent you a code: ${method}.`,
    compare: {
      consent: 'Compare the message with the request shown here. Enter the code only if both agree.',
      fundsConsent:
        'Compare provider and account in the message with those shown here. Enter the code only if they agree.',
      payment: 'Compare amount and payee in the message with those shown here. Enter the code only if they agree.',
      signIn: 'Enter the code only if the message says that it is for signing in to your permission overview.',
    },
    label: 'Code',
    digits: (count) => `Up to ${count} characters`,
    image: 'Picture to scan with the device of your bank',
    submit: {
      consent: 'Approve access',
      fundsConsent: 'Approve permission',
      payment: 'Approve payment',
      signIn: 'Sign in',
    },
    resend: 'Send a new code',
  },
  cancel: 'Decline',
  cancelHint: 'Nothing will be approved.',

  summary: {
    title: { consent: 'Requested access', fundsConsent: 'Requested permission', payment: 'Payment' },
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
    amount: 'Amount',
    payee: 'Payee',
    payeeAccount: 'Payee account',
    fromAccount: 'From account',
    remittance: 'Description',
    executionDate: 'Execution date',
    kind: 'Kind of payment',
    signedInAs: 'Signed in as',
  },
  rights: {
    accounts: 'Account details',
    balances: 'Balances',
    transactions: 'Transactions',
    balancesInList: 'Balances in the list of accounts',
    funds: 'Available: yes or no',
  },
  services: { payments: 'Single payment', 'bulk-payments': 'Bulk payment', 'periodic-payments': 'Standing order' },
  products: {
    'sepa-credit-transfers': 'SEPA credit transfer',
    'cross-border-credit-transfers': 'Cross-border credit transfer',
    'domestic-credit-transfers-hr': 'Domestic credit transfer',
    'target-2-payments': 'TARGET payment',
    'instant-domestic-credit-transfers-hr': 'Instant domestic credit transfer',
    'hr-rtgs-payments': 'Large-value payment',
    'pain.001-credit-transfers': 'Credit transfers in a file',
  },

  notes: {
    credentialsInvalid: 'User ID and password do not match. Please check both.',
    accountsNotOfPsu: 'You may not dispose of the accounts in this request.',
    otherPsuExpected: 'This request was made for another user ID.',
    signedAlready: 'You have approved this already. Another authorised person must approve it now.',
    codeInvalid: 'This code is not right.',
    accountsNotChosen: 'Choose at least one account, or decline.',
    codeExpired: 'This code is no longer valid. Have a new one sent.',
    inputMissing: 'Please fill in every field.',
    sessionOver: 'You were signed out for your protection. Please sign in again.',
    codeSent: 'A new code is on its way. Earlier codes are no longer valid.',
    signInClosed: 'Too many attempts. For your safety sign-in is closed for some minutes. Please try again later.',
    scaMethodMissing: 'No way to receive a code is set up for you. Please ask your bank.',
    signedOut: 'You are signed out.',
    permissionWithdrawn: 'You have withdrawn this permission. From now on the provider gets no data with it.',
    permissionEndedBefore: 'This permission had ended already. The provider gets no data with it.',
    declined: 'You have declined.',
  },
  attemptsLeft: (count) => (count === 1 ? 'You have one attempt left.' : `You have ${count} attempts left.`),
  endings: {
    approved: {
      consent: {
        title: 'Access approved',
        text: 'You can withdraw this permission at any time: here, under your permissions, or with the provider.',
      },
      fundsConsent: {
        title: 'Permission given',
        text: 'You can withdraw this permission at any time: here, under your permissions, or with the provider.',
      },
      payment: { title: 'Payment approved', text: 'Your approval was received and the payment is being carried out.' },
    },
    exempted: {
      consent: { title: 'Access approved', text: 'No code was needed for this request.' },
      fundsConsent: { title: 'Permission given', text: 'No code was needed for this request.' },
      payment: { title: 'Payment approved', text: 'No code was needed for this payment.' },
    },
    declined: {
      consent: { title: 'You have declined', text: 'No access to your accounts was given.' },
      fundsConsent: { title: 'You have declined', text: 'No permission was given.' },
      payment: { title: 'You have declined', text: 'Nothing was paid.' },
    },
    notApproved: {
      consent: {
        title: 'Not approved',
        text: 'The request ended without an approval. No access to your accounts was given.',
      },
      fundsConsent: {
        title: 'Not approved',
        text: 'The request ended without an approval. No permission was given.',
      },
      payment: { title: 'Not approved', text: 'The request ended without an approval. Nothing was paid.' },
    },
  },
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
      { title: 'You decide', text: 'Only your own sign-in and a code made for this one request approve it.' },
      { title: 'You stay in charge', text: 'Declining costs nothing, and permissions can be withdrawn.' },
    ],
    permissions: {
      title: 'Who may view your accounts?',
      text: 'Look at what you have permitted, and withdraw it whenever you like.',
    },
    openPermissions: 'My permissions',
    sandbox: 'Sample users',
    sandboxText: 'What the bank would send to their phones arrives in an inbox.',
    columns: { psuId: 'User ID', who: 'Who', inbox: 'Messages' },
    passwordRule: 'The password is the user ID followed by',
    openInbox: 'Inbox',
  },
  inbox: {
    heading: 'Inbox',
    of: (psuId) => `Messages to ${psuId}, newest first`,
    text: 'In the sandbox, what would reach a phone arrives here.',
    empty: 'No messages yet.',
    code: 'Code',
    refresh: 'Look again',
  },
  samplePsus: enSamplePsus,
};
