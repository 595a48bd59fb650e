import type { ServiceName } from '../operations/operation.ts';

/** Protection of a message on a bus that others may read and write (decision 30). */
export interface Protection {
  /** Permitted signers of a request. */
  readonly askedBy: readonly ServiceName[];
  /**
   * Request and reply are encrypted for their receiver: always, or if the request has this field. Only the receiver can answer a
   * sealed request.
   */
  readonly sealed?: true | { readonly where: string };
  /** A message is accepted only once, because repeating it would have a further effect. */
  readonly once?: true;
}

const SETTLEMENT: Protection = { askedBy: ['sca'] };
const OF_PORTAL: Protection = { askedBy: ['portal'], sealed: true };
const OF_OAUTH: Protection = { askedBy: ['oauth'], sealed: true };
const STEP_OF_PORTAL: Protection = { ...OF_PORTAL, once: true };
/** A TPP may start an authorisation with a password. */
const START: Protection = { askedBy: ['gateway'], sealed: { where: 'input' } };
const ORDER: Protection = { askedBy: ['payments'] };
const REPORT: Protection = { askedBy: ['bank'] };
const FACTOR_OF_BANK: Protection = { askedBy: ['sca'], sealed: true };

/**
 * By subject: operations that affect payments or permissions, and those that contain a password, code, secret or session. All
 * others are only protected by the bus permissions.
 */
export const PROTECTED_OPERATIONS: Readonly<Record<string, Protection>> = {
  // Outcome of an authorisation.
  'consent.settleAuthorisation': SETTLEMENT,
  'consent.settleFundsConsentAuthorisation': SETTLEMENT,
  'payments.settleAuthorisation': SETTLEMENT,
  'payments.settleBasketAuthorisation': SETTLEMENT,
  'payments.settleCancellationAuthorisation': SETTLEMENT,
  // Content for the PSU's approval, and the secret of its link.
  'consent.handOverAuthorisation': { askedBy: ['sca'], sealed: true },
  'payments.handOverAuthorisation': { askedBy: ['sca'], sealed: true },
  // An impostor that answers would tell the PSU that a name belongs to an account.
  'payments.readPayeeVerification': { askedBy: ['sca'], sealed: true },
  'bank.verifyPayee': { askedBy: ['payments'], sealed: true },
  // PSU whose first factor is reused.
  'consent.joinSession': { askedBy: ['payments'], sealed: true },
  // Consents in a basket.
  'consent.reserveConsents': { askedBy: ['payments'] },
  'consent.settleBasket': { askedBy: ['payments'] },
  'payments.leaveBasket': { askedBy: ['consent'] },
  // Content for the PSU's approval.
  'sca.startAuthorisation': { askedBy: ['consent', 'payments'], sealed: { where: 'input' } },
  'sca.takeAuthorisation': { askedBy: ['consent', 'payments'] },
  'sca.abandonAuthorisations': { askedBy: ['consent', 'payments'] },
  'consent.startConsentAuthorisation': START,
  'consent.startFundsConsentAuthorisation': START,
  'payments.startAuthorisation': START,
  'payments.startBasketAuthorisation': START,
  'payments.startCancellationAuthorisation': START,
  'sca.updatePsuData': { askedBy: ['gateway'], sealed: true, once: true },
  // An impostor that answers with its own key would receive the passwords that TPPs encrypt.
  'sca.readPasswordKeys': { askedBy: ['gateway'], sealed: true },
  // Pages of the redirect approach.
  'sca.openRedirect': OF_PORTAL,
  'sca.readWayBack': OF_PORTAL,
  'sca.authenticatePsu': STEP_OF_PORTAL,
  'sca.continueAuthorisation': STEP_OF_PORTAL,
  'sca.beginBankSignIn': STEP_OF_PORTAL,
  'sca.finishBankSignIn': STEP_OF_PORTAL,
  'sca.beginBankLogin': STEP_OF_PORTAL,
  'sca.finishBankLogin': STEP_OF_PORTAL,
  'sca.readSession': OF_PORTAL,
  'sca.selectMethod': STEP_OF_PORTAL,
  'sca.approveSignedIn': STEP_OF_PORTAL,
  'sca.authoriseTransaction': STEP_OF_PORTAL,
  'sca.declineAuthorisation': STEP_OF_PORTAL,
  // Codes and tokens.
  'oauth.answerTpp': { askedBy: ['gateway'], sealed: true },
  'oauth.authorise': OF_PORTAL,
  'oauth.readInteraction': OF_PORTAL,
  'oauth.answerInteraction': STEP_OF_PORTAL,
  // An impostor that answers with its own key or PSU would decide which tokens are valid.
  'oauth.readTokenKeys': { askedBy: ['gateway'], sealed: true },
  'oauth.readRevokedGrants': { askedBy: ['gateway'], sealed: true },
  'oauth.readTokenPsu': { askedBy: ['gateway'], sealed: true },
  'sca.findForOAuth': OF_OAUTH,
  'sca.sendBackToOAuth': OF_OAUTH,
  'sca.readOAuthOutcome': OF_OAUTH,
  // Sign-in, built-in factors and permissions.
  'sca.signIn': STEP_OF_PORTAL,
  'sca.selectSignInMethod': STEP_OF_PORTAL,
  'sca.confirmSignIn': STEP_OF_PORTAL,
  'sca.readLogin': { askedBy: ['portal', 'oauth'], sealed: true },
  'sca.signOut': OF_PORTAL,
  'sca.readFactors': OF_PORTAL,
  'sca.beginFactor': STEP_OF_PORTAL,
  'sca.confirmPasskey': STEP_OF_PORTAL,
  'sca.confirmTotp': STEP_OF_PORTAL,
  'sca.removeFactor': STEP_OF_PORTAL,
  'consent.findPsuConsents': { askedBy: ['portal'] },
  'consent.listPsuConsents': { askedBy: ['portal'] },
  'consent.readPsuConsent': { askedBy: ['portal'] },
  'consent.revokeConsent': { askedBy: ['portal'] },
  'payments.findPsuStandingOrders': { askedBy: ['portal'] },
  'payments.readPsuStandingOrder': { askedBy: ['portal'] },
  'payments.stopStandingOrder': { askedBy: ['portal'] },
  // Bank: identity and factors of a PSU.
  'bank.identifyPsu': FACTOR_OF_BANK,
  'bank.checkExemption': FACTOR_OF_BANK,
  'bank.verifyPassword': FACTOR_OF_BANK,
  'bank.sendChallenge': FACTOR_OF_BANK,
  'bank.verifyChallenge': FACTOR_OF_BANK,
  'bank.withdrawChallenge': { askedBy: ['sca'] },
  'sca.reportChallenge': REPORT,
  'sca.readApproval': REPORT,
  'sca.reportApproval': REPORT,
  // Orders to the bank, and their outcome.
  'bank.submitPayment': ORDER,
  'bank.submitBulkPayment': ORDER,
  'bank.putStandingOrder': ORDER,
  'bank.withdrawPayment': ORDER,
  'bank.concludePayment': ORDER,
  'bank.returnPayment': ORDER,
  'payments.reportExecution': REPORT,
  // Messages on a PSU's phone, as shown by the sandbox bank.
  'bank.readInbox': OF_PORTAL,
  'bank.readDevice': OF_PORTAL,
  'bank.answerDevice': STEP_OF_PORTAL,
  // Key of a developer's sandbox.
  'bank.addWorkspacePsus': OF_PORTAL,
  'bank.createWorkspace': OF_PORTAL,
  'bank.deleteWorkspace': OF_PORTAL,
  'bank.issueWorkspaceCertificate': OF_PORTAL,
  'bank.readWorkspace': OF_PORTAL,
  'bank.resetWorkspace': OF_PORTAL,
  'bank.simulateInWorkspace': STEP_OF_PORTAL,
};

/** Protection of an operation; undefined if it has none. */
export function protectionOf(subject: string): Protection | undefined {
  return Object.hasOwn(PROTECTED_OPERATIONS, subject) ? PROTECTED_OPERATIONS[subject] : undefined;
}
