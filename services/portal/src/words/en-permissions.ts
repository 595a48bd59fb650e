import type { AccessKind, ConsentStatus, PsuConsentEvent } from '@xs2a/contracts';

const NUMBER = new Intl.NumberFormat('en-GB');

/** Texts about permissions for the PSU. */
export const enPermissions = {
  heading: 'Your permissions',
  lead: 'These providers may view your accounts, or were allowed to before. You can withdraw a permission at any time, without giving a reason.',
  valid: 'Valid now',
  none: 'No provider may view your accounts at present.',
  ended: 'Ended',
  noneEnded: 'There are no ended permissions.',
  showEnded: 'Show ended permissions',
  isValid: 'Valid',
  wasValid: 'Was valid',
  grantedAt: 'Granted',
  lastUsed: 'Last used',
  neverUsed: 'Never used',
  allowed: 'Allowed',
  uses: 'Number of uses',
  usedTimes: (inAll: number, today: number) => `${NUMBER.format(inAll)} in total, ${NUMBER.format(today)} today`,
  withdraw: 'Withdraw permission',
  withdrawHint:
    'The withdrawal takes effect at once. To view your accounts again, the provider must request a new permission.',
  withdrawQuestion: (tpp: string) => `Withdraw the permission of ${tpp}?`,
  withdrawConfirm: 'Yes, withdraw',
  keep: 'No, keep it',
  search: 'Search',
  searchHint: 'Provider, payee or account',
  searchAgain: 'Show all',
  nothingFound: 'No permission matches the search.',
  pages: 'Pages',
  page: (number: number) => `Page ${number}`,
  files: 'Download all',
  csv: 'Table (CSV)',
  pdf: 'Document (PDF)',
  // In a file: says that earlier entries are missing.
  moreThanFile: 'This file has only the latest. Your bank tells you about earlier ones.',
  writtenAt: (moment: string) => `As of ${moment}`,
  fileName: 'permissions',
  status: 'Status',
  accountName: 'Account name',
  accesses: 'What was read in the last 90 days',
  noAccesses: 'Nothing was read.',
  accessKinds: {
    list: 'List of accounts',
    cardList: 'List of cards',
    details: 'Account details',
    balances: 'Balance',
    transactions: 'Transactions',
    transactionDetails: 'Details of transactions',
    trustedBeneficiaries: 'Trusted payees',
  } satisfies Record<AccessKind, string>,
  // Number of reads in total, and of those while the PSU was absent.
  accessTimes: (inAll: number, withoutPsu: number) =>
    (inAll === 1 ? 'once' : `${inAll} times`) +
    (withoutPsu === 0 ? '' : `, ${withoutPsu === inAll ? '' : `${withoutPsu} `}without you`),
  history: 'History',
  back: 'All permissions',
  signOut: 'Sign out',
  statuses: {
    received: 'Not approved yet',
    partiallyAuthorised: 'Partly approved',
    valid: 'Valid',
    rejected: 'Rejected',
    expired: 'Expired',
    revokedByPsu: 'Withdrawn by you',
    terminatedByTpp: 'Ended by the provider',
  } satisfies Record<ConsentStatus, string>,
  // Replaces the status of a consent that a newer one replaced.
  superseded: 'Replaced by a newer permission',
  // By the event that changed the status.
  events: {
    created: 'Requested',
    authorised: 'Granted',
    partlyAuthorised: 'Partly granted',
    superseded: 'Replaced by a newer permission',
    lapsed: 'Expired',
    usedUp: 'Used up',
    revoked: 'Withdrawn',
    terminated: 'Ended',
  },
  by: { psu: 'you', tpp: 'the provider', aspsp: 'the bank' } satisfies Record<PsuConsentEvent['by'], string>,

  // Standing orders that the PSU authorised through TPPs.
  standingOrders: {
    heading: 'Standing orders',
    none: 'You have no standing orders given through providers.',
    ended: 'Ended standing orders',
    noneEnded: 'There are no ended standing orders.',
    showEnded: 'Show ended standing orders',
    unavailable: 'Your standing orders cannot be shown at the moment. Please try again later.',
    back: 'All standing orders',
    next: 'Next execution',
    latest: 'Latest execution',
    stop: 'Cancel standing order',
    stopHint: 'The cancellation takes effect at once. A payment that the bank is already executing is still made.',
    stopQuestion: (payee: string) => `Cancel the standing order to ${payee}?`,
    stopConfirm: 'Yes, cancel',
    keep: 'No, keep it',
    // Several PSUs approved it.
    cannotStop:
      'Several people must approve the cancellation of this standing order. Cancel it through the provider, or contact your bank.',
    statuses: { active: 'Active', done: 'Completed', cancelled: 'Cancelled', rejected: 'Not executed' },
    events: {
      created: 'Requested',
      authorised: 'Approved',
      partlyAuthorised: 'Partly approved',
      cancelled: 'Cancelled',
      settled: 'Completed',
      rejected: 'Not executed',
    },
  },
};

export const enPermissionNotes = {
  permissionWithdrawn: 'You have withdrawn this permission. The provider no longer gets data with it.',
  permissionEndedBefore: 'This permission is no longer valid. The provider gets no data with it.',
  standingOrderStopped: 'You have cancelled this standing order. It is no longer executed.',
  standingOrderNotStopped: 'The standing order was not cancelled. Its status is below.',
};
