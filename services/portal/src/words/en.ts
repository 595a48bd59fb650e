import type { AccessRight, ScaMethod } from '@xs2a/contracts';
import type { Message, ProofWords } from './approval-words.ts';
import { CODE_WORDS } from './code-words.ts';
import { enApprovals } from './en-approvals.ts';
import { enFactorNotes, enFactors } from './en-factors.ts';
import { enHome } from './en-home.ts';
import { enOrders } from './en-orders.ts';
import { enPermissionNotes, enPermissions } from './en-permissions.ts';
import type { NoteWord } from './note-word.ts';

/** All texts of the pages. The other languages have the same texts, or do not compile. */
export const en = {
  languageName: 'English',
  switchLanguage: 'Language',
  skipToContent: 'Skip to content',
  home: 'Home',
  service: 'Approvals',
  footer:
    'Enter your user ID, password and codes only on pages of the bank. We never ask for them by e\u2011mail, message or phone.',
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
    permissionsTrust:
      'After the password we send you a code. It is only for signing in: it does not pay or approve anything.',
    leave: 'Cancel sign-in',
    proof: {
      review: 'Confirm that it is you',
      code: 'Enter the code to sign in',
      compare: (where: string) =>
        `Enter the code only if it says ${where} that it is for signing in to your permissions.`,
      submit: 'Sign in',
    } satisfies ProofWords,
    permissionsLead:
      'See who may view your accounts and how often they did, and withdraw the permissions that you no longer want.',
    // For a TPP that asks who its user is.
    tellTppLead: (tpp: string) => `${tpp} asks who you are. Sign in, and then decide whether the bank may confirm it.`,
    // Where PSUs sign in at the bank's identity provider.
    atBank: (bank: string) =>
      `You sign in at ${bank}, with the same details as in its online or mobile banking, and then come back here.`,
    atBankSubmit: 'Sign in at the bank',
    atBankTrust: 'The sign-in alone approves nothing. The provider sees neither your details nor your password.',
    phone: 'Continue on your phone',
    phoneHint:
      'Scan the QR code with the camera of your phone and sign in there. Never scan a QR code that somebody else sent you.',
    phoneCode: 'QR code with the address of this page',
  },
  // The question of a signed-in PSU whether its TPP may know who it is (OAuth).
  tellTpp: {
    heading: 'Connect your bank',
    lead: (tpp: string, psu: string) => `${psu}, ${tpp} asks the bank to confirm that you are its customer.`,
    text: 'This gives no access to your accounts and pays nothing. You approve each permission and payment separately.',
    submit: 'Confirm and continue',
    declineHint: 'The provider learns only that you have not confirmed.',
  },
  // For a PSU who has entered the password at the TPP.
  continuation: {
    heading: 'Continue at your bank',
    text: 'You have already signed in. On the next page you see the request and approve it.',
    submit: 'Continue',
  },
  approvals: enApprovals,
  orders: enOrders,
  review: {
    offered: 'Which accounts may the provider see?',
    offeredHint: 'The provider will see only the accounts that you choose.',
    allOffered: 'All of these accounts',
    payingAccount: 'Which account do you want to pay from?',
    payingAccountHint: 'Only the account that you choose is debited.',
    methods: 'How would you like to approve?',
    signInMethods: 'How would you like to confirm your sign-in?',
    methodsHint: 'You will receive a code or a confirmation request in the way that you choose.',
    signInMethodsHint:
      'The bank sends you a code in the way that you choose. You can also sign in with a way that you added yourself.',
    methodTypes: {
      SMS_OTP: 'Code by text message',
      CHIP_OTP: 'Code from a card reader',
      PHOTO_OTP: 'Code by scanning a picture (photoTAN)',
      PUSH_OTP: 'On your device, in the app',
      SMTP_OTP: 'Code by e\u2011mail',
      PASSKEY: 'Passkey: fingerprint, face or PIN',
      TOTP: 'Code from your authenticator app',
    } satisfies Record<ScaMethod['authenticationType'], string>,
    verifiedByBank: 'Your bank has verified your identity. You need no further code.',
    submit: 'Continue',
  },
  code: CODE_WORDS.en,
  device: {
    heading: 'Confirm on your device',
    asked: (method: string) => `We have sent a confirmation request to your device: ${method}.`,
    compare: 'Compare what your device shows with the request shown here. Approve there only if they match.',
    waits: 'This page checks every few seconds whether you have answered, and then continues.',
    look: 'Check the answer and continue',
    other: 'Choose another way or send it again',
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
    recurring: (times: number) =>
      times === 1
        ? 'Repeatedly, once a day without your involvement'
        : `Repeatedly, up to ${times} times a day without your involvement`,
    // With `until` or `untilWithdrawn` as its value.
    valid: 'Valid',
    until: (date: string) => `until ${date}`,
    untilWithdrawn: 'until withdrawn',
    // A payment may follow without another sign-in (decision 80).
    session: 'Payment',
    paymentMayFollow: 'The provider may ask for one payment next, which you approve without signing in again',
    allowed: 'What you allow',
    fundsChecks: 'To check whether an amount is available. The answer is only yes or no, and no money is reserved.',
    card: 'Card',
    cardInformation: 'About the card',
    registrationInformation: 'Registration',
    signedInAs: 'Signed in as',
    // Unfolds the hidden details of a summary.
    details: 'All details',
  },
  // On one account.
  rights: {
    accounts: 'Account details',
    balances: 'Balance',
    transactions: 'Transactions',
    balancesInList: 'Balance in the list of accounts',
    trustedBeneficiaries: 'Trusted payees',
    ownerName: 'Name of the owner',
    funds: 'Available: yes or no',
  } satisfies Record<AccessRight | 'ownerName' | 'funds', string>,
  // On several accounts, within a sentence.
  rightsOnAccounts: {
    accounts: 'account details',
    balances: 'balances',
    transactions: 'transactions',
    balancesInList: 'balances in the list of accounts',
    trustedBeneficiaries: 'trusted payees',
    ownerName: 'names of the owners',
  } satisfies Record<AccessRight | 'ownerName', string>,

  notes: {
    credentialsInvalid: 'User ID and password do not match. Please check both.',
    corporateIdInvalid: 'The bank does not know this company ID. Please check it.',
    serviceBlocked: 'Your access is blocked. Please contact your bank.',
    accountsNotOfPsu:
      'You are not authorised for the accounts in this request. Sign in as an authorised user, or decline.',
    otherCompanyExpected: 'The provider requested the approval of another company. Sign in as a user of that company.',
    otherPsuExpected: 'This request is for another user ID. Sign in with that user ID, or decline.',
    signedAlready:
      'You have already approved this request. If it needs another approval, another authorised person gives it.',
    codeInvalid: 'This code is not correct.',
    accountsNotChosen: 'Choose an account, or decline.',
    codeExpired: 'This code is no longer valid. Request a new one.',
    inputMissing: 'Please fill in every field.',
    sessionOver: 'You were signed out for your protection. Please sign in again.',
    pressedAgain: 'That form had already been sent, or was out of date. This is where you are now.',
    codeSent: 'A new code is on its way. Earlier codes are no longer valid.',
    signInClosed: 'Too many attempts. For your protection, sign-in is locked for some minutes. Please try again later.',
    bankSignInDeclined: 'You did not finish the sign-in at the bank. Sign in again, or cancel.',
    bankSignInFailed: 'The sign-in at the bank could not be confirmed. Please sign in again.',
    bankSignInExpired: 'This sign-in took too long, or was already used. Please sign in again.',
    bankSignInUnknown:
      'The user who signed in at the bank cannot use this service. Sign in as another user, or contact your bank.',
    bankSignInUnavailable: 'The sign-in of the bank is not available at the moment. Please try again in a few seconds.',
    endedMeanwhile:
      'The provider withdrew the request, its time ran out, or somebody else approved it for other accounts before you.',
    attemptsUsedUp: 'There were too many wrong entries.',
    scaMethodMissing: 'You have no way to receive a code. Please contact your bank.',
    signedOut: 'You are signed out.',
    ...enFactorNotes,
    ...enPermissionNotes,
    declined: 'You have declined.',
  } satisfies Record<NoteWord, string>,
  attemptsLeft: (count: number) =>
    count === 1
      ? 'You have one attempt left. If it is wrong too, we stop here for your protection.'
      : `You have ${count} attempts left.`,
  goBack: (tpp: string) => `Back to ${tpp}`,
  goingBack: (tpp: string) => `You will be taken back to ${tpp} in a moment.`,
  mayClose: 'You can close this window now.',
  // Heading above the consequences of an approval.
  next: 'What happens next',
  reference: 'Reference for questions to the bank',
  errors: {
    linkUnknown: {
      title: 'This link does not work',
      text: 'It is unknown or was already used. Go back to where you came from and start again there.',
    },
    linkExpired: {
      title: 'This link has expired',
      text: 'For your protection such links are valid for a few minutes only. Go back to your provider and start again there.',
    },
    sessionOver: {
      title: 'Your session is over',
      text: 'You were signed out, or you continued elsewhere. Go back to your provider to see the status of the request.',
    },
    formStale: {
      title: 'This page is out of date',
      text: 'This form is no longer valid. The current page shows what has happened; your browser must allow cookies.',
    },
    bankSignInOver: {
      title: 'This sign-in cannot be continued',
      text: 'It was already used, took too long, or began in another browser. Go back to your provider and start again there.',
    },
    unavailable: {
      title: 'Temporarily unavailable',
      text: 'The service is not available at the moment. Please try again in a few seconds.',
    },
    notFound: { title: 'Page not found', text: 'There is nothing at this address.' },
    tooMany: { title: 'Too many requests', text: 'Please wait a moment and then try again.' },
    inputInvalid: {
      title: 'This request is not valid',
      text: 'The address or the data are not valid. Go back and try again.',
    },
    fault: {
      title: 'Something went wrong',
      text: 'The error is ours. Please try again. If it happens again, go back to your provider.',
    },
  } satisfies Record<string, Message>,
  tryAgain: 'Try again',
  permissions: enPermissions,
  factors: enFactors,
  homePage: enHome,
};
