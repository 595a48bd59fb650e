import type { Participant } from './participants.ts';

const GATEWAY: readonly Participant[] = ['gateway'];
const PORTAL: readonly Participant[] = ['portal'];
const PAYMENTS: readonly Participant[] = ['payments'];
const SCA: readonly Participant[] = ['sca'];
const OAUTH: readonly Participant[] = ['oauth'];
const BANK: readonly Participant[] = ['bank'];
const OPERATOR: readonly Participant[] = ['operator'];
/** Services that own the resources of authorisations. */
const OWNERS: readonly Participant[] = ['consent', 'payments'];
const FEED: readonly Participant[] = ['bank', 'import-camt'];

/** Callers of the operations that only exist in a sandbox. */
const SANDBOX_CALLERS: Readonly<Record<string, readonly Participant[]>> = {
  // The phone of a PSU.
  'bank.answerDevice': PORTAL,
  'bank.readDevice': PORTAL,
  'bank.readInbox': PORTAL,
  // Sandboxes of developers, and their clocks.
  'accounts.forgetAccounts': BANK,
  'bank.addWorkspacePsus': PORTAL,
  'bank.createWorkspace': PORTAL,
  'bank.deleteWorkspace': PORTAL,
  'bank.issueWorkspaceCertificate': PORTAL,
  'bank.readWorkspace': PORTAL,
  'bank.resetWorkspace': PORTAL,
  'bank.simulateInWorkspace': PORTAL,
  'accounts.moveClock': BANK,
  'bank.moveClock': BANK,
  'consent.moveClock': BANK,
  'payments.moveClock': BANK,
  'sca.moveClock': BANK,
  // Recorded requests of a developer.
  'gateway.listRecordedRequests': PORTAL,
  'gateway.readRecordedRequest': PORTAL,
  'consent.readTrail': PORTAL,
  'notifier.readTrail': PORTAL,
  'payments.readTrail': PORTAL,
  'sca.readTrail': PORTAL,
};

/**
 * Permitted callers by operation. The first word of an operation is the service that answers it. The bus permissions are derived
 * from this table, and the server refuses any other call (decision 42).
 */
export const CALLERS: Readonly<Record<string, readonly Participant[]>> = {
  'accounts.confirmFunds': GATEWAY,
  'accounts.downloadTransactions': GATEWAY,
  'accounts.isTrustedBeneficiary': SCA,
  'accounts.listAccounts': GATEWAY,
  'accounts.listCardAccounts': GATEWAY,
  'accounts.listCardTransactions': GATEWAY,
  'accounts.listTransactions': GATEWAY,
  'accounts.readAccount': GATEWAY,
  'accounts.readBalances': GATEWAY,
  'accounts.readCardAccount': GATEWAY,
  'accounts.readCardBalances': GATEWAY,
  'accounts.readTransactionDetails': GATEWAY,
  'accounts.readTrustedBeneficiaries': GATEWAY,
  'accounts.reportTransactions': GATEWAY,
  // Account feed.
  'accounts.putAccounts': FEED,
  'accounts.putBalances': FEED,
  'accounts.putTransactions': FEED,
  'accounts.putStandingOrders': BANK,
  'accounts.withdrawTransactions': BANK,

  'bank.checkFunds': ['accounts', 'payments'],
  'bank.readSigningRules': ['consent', 'payments', 'sca'],
  // Identity and factors of a PSU.
  'bank.checkExemption': SCA,
  'bank.identifyPsu': SCA,
  'bank.sendChallenge': SCA,
  'bank.verifyChallenge': SCA,
  'bank.verifyPassword': SCA,
  'bank.withdrawChallenge': SCA,
  // Payment orders.
  'bank.concludePayment': PAYMENTS,
  'bank.putStandingOrder': PAYMENTS,
  'bank.returnPayment': PAYMENTS,
  'bank.submitBulkPayment': PAYMENTS,
  'bank.submitPayment': PAYMENTS,
  'bank.verifyPayee': PAYMENTS,
  'bank.withdrawPayment': PAYMENTS,

  'consent.createConsent': GATEWAY,
  'consent.createFundsConsent': GATEWAY,
  'consent.listAuthorisations': GATEWAY,
  'consent.listFundsConsentAuthorisations': GATEWAY,
  'consent.readConsent': GATEWAY,
  'consent.readConsentStatus': ['gateway', 'oauth'],
  'consent.readFundsConsent': GATEWAY,
  'consent.readFundsConsentStatus': ['gateway', 'oauth'],
  'consent.startConsentAuthorisation': GATEWAY,
  'consent.startFundsConsentAuthorisation': GATEWAY,
  'consent.terminateConsent': GATEWAY,
  'consent.terminateFundsConsent': GATEWAY,
  'consent.useConsent': ['accounts'],
  'consent.useFundsConsent': ['accounts'],
  'consent.findPsuConsents': PORTAL,
  'consent.listPsuConsents': PORTAL,
  'consent.readPsuConsent': PORTAL,
  'consent.revokeConsent': PORTAL,
  'consent.joinSession': PAYMENTS,
  'consent.findStored': ['payments', 'sca'],
  'payments.findStored': SCA,
  'consent.reserveConsents': PAYMENTS,
  'consent.settleBasket': PAYMENTS,
  'consent.handOverAuthorisation': SCA,
  'consent.settleAuthorisation': SCA,
  'consent.settleFundsConsentAuthorisation': SCA,

  'gateway.blockTpp': OPERATOR,
  'gateway.listBlockedTpps': OPERATOR,
  'gateway.unblockTpp': OPERATOR,
  // Sent by one replica to all.
  'gateway.rereadStopList': GATEWAY,

  'notifier.pushNotification': ['consent', 'payments', 'sca'],

  'oauth.answerTpp': GATEWAY,
  'oauth.readRevokedGrants': GATEWAY,
  'oauth.readTokenKeys': GATEWAY,
  'oauth.readTokenPsu': GATEWAY,
  // Browser of the PSU.
  'oauth.answerInteraction': PORTAL,
  'oauth.authorise': PORTAL,
  'oauth.readInteraction': PORTAL,

  'payments.cancelPayment': GATEWAY,
  'payments.confirmCreditor': GATEWAY,
  'payments.createBasket': GATEWAY,
  'payments.deleteBasket': GATEWAY,
  'payments.initiatePayment': GATEWAY,
  'payments.listAuthorisations': GATEWAY,
  'payments.listBasketAuthorisations': GATEWAY,
  'payments.listCancellationAuthorisations': GATEWAY,
  'payments.readBasket': GATEWAY,
  'payments.readBasketStatus': GATEWAY,
  'payments.readPayment': GATEWAY,
  'payments.readPaymentStatus': GATEWAY,
  'payments.readExtendedStatus': GATEWAY,
  'payments.readStatusReport': GATEWAY,
  'payments.startAuthorisation': GATEWAY,
  'payments.startBasketAuthorisation': GATEWAY,
  'payments.startCancellationAuthorisation': GATEWAY,
  'payments.verifyParty': GATEWAY,
  'payments.findPsuStandingOrders': PORTAL,
  'payments.readPsuStandingOrder': PORTAL,
  'payments.stopStandingOrder': PORTAL,
  'payments.leaveBasket': ['consent'],
  'payments.handOverAuthorisation': SCA,
  'payments.readPayeeVerification': SCA,
  'payments.settleAuthorisation': SCA,
  'payments.settleBasketAuthorisation': SCA,
  'payments.settleCancellationAuthorisation': SCA,
  'payments.reportExecution': BANK,

  'sca.abandonAuthorisations': OWNERS,
  'sca.checkApprover': OWNERS,
  'sca.knownAuthorisations': OWNERS,
  'sca.startAuthorisation': OWNERS,
  'sca.takeAuthorisation': OWNERS,
  'sca.readPasswordKeys': GATEWAY,
  'sca.readScaStatus': GATEWAY,
  'sca.updatePsuData': GATEWAY,
  // Pages of the redirect approach.
  'sca.authenticatePsu': PORTAL,
  'sca.authoriseTransaction': PORTAL,
  'sca.continueAuthorisation': PORTAL,
  'sca.beginBankSignIn': PORTAL,
  'sca.finishBankSignIn': PORTAL,
  'sca.beginBankLogin': PORTAL,
  'sca.finishBankLogin': PORTAL,
  'sca.declineAuthorisation': PORTAL,
  'sca.openRedirect': PORTAL,
  'sca.readSession': PORTAL,
  'sca.readWayBack': PORTAL,
  'sca.approveSignedIn': PORTAL,
  'sca.selectMethod': PORTAL,
  // Authorisation over OAuth.
  'sca.findForOAuth': OAUTH,
  'sca.readOAuthOutcome': OAUTH,
  'sca.sendBackToOAuth': OAUTH,
  // Sign-in and factors.
  'sca.beginFactor': PORTAL,
  'sca.confirmPasskey': PORTAL,
  'sca.confirmSignIn': PORTAL,
  'sca.confirmTotp': PORTAL,
  'sca.readFactors': PORTAL,
  'sca.readLogin': ['portal', 'oauth'],
  'sca.removeFactor': PORTAL,
  'sca.selectSignInMethod': PORTAL,
  'sca.signIn': PORTAL,
  'sca.signOut': PORTAL,
  'sca.reportChallenge': BANK,
  // Authorisation server of the bank.
  'sca.readApproval': BANK,
  'sca.reportApproval': BANK,
  'sca.repeatSettlement': OPERATOR,
  // Data of one PSU.
  'accounts.readPsuData': OPERATOR,
  'accounts.erasePsuData': OPERATOR,
  'consent.readPsuData': OPERATOR,
  'consent.erasePsuData': OPERATOR,
  'oauth.readPsuData': OPERATOR,
  'oauth.erasePsuData': OPERATOR,
  'payments.readPsuData': OPERATOR,
  'payments.erasePsuData': OPERATOR,
  'sca.readPsuData': OPERATOR,
  'sca.erasePsuData': OPERATOR,
  'sca.recordPsuRequest': OPERATOR,
  ...SANDBOX_CALLERS,
};

/** Operations that only exist in a sandbox. */
export const SANDBOX_OPERATIONS: ReadonlySet<string> = new Set(Object.keys(SANDBOX_CALLERS));
