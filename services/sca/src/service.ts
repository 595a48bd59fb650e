import * as operations from '@xs2a/contracts';
import { defineService, handler, type Kit, SECRETS, versionOf } from '@xs2a/service-kit';
import { abandonAuthorisations } from './authorisation/abandon-authorisations.ts';
import { expireAuthorisations } from './authorisation/expire-authorisations.ts';
import { knownAuthorisations } from './authorisation/known-authorisations.ts';
import { readScaStatus } from './authorisation/read-sca-status.ts';
import { readApproval } from './bank-server/read-approval.ts';
import { reportApproval } from './bank-server/report-approval.ts';
import { beginBankLogin, beginBankSignIn } from './bank-sign-in/begin-bank-sign-in.ts';
import { finishBankLogin, finishBankSignIn } from './bank-sign-in/finish-bank-sign-in.ts';
import { reportChallenge } from './challenges/report-challenge.ts';
import { checkSettings } from './check-settings.ts';
import { ScaConfig } from './config.ts';
import { createContext, type ScaContext } from './context.ts';
import { beginFactor } from './enrolment/begin-factor.ts';
import { confirmPasskey } from './enrolment/confirm-passkey.ts';
import { confirmTotp } from './enrolment/confirm-totp.ts';
import { readFactors } from './enrolment/read-factors.ts';
import { removeFactor } from './enrolment/remove-factor.ts';
import { takeAuthorisation } from './held/take-authorisation.ts';
import { confirmSignIn } from './login/confirm-sign-in.ts';
import { readLogin } from './login/read-login.ts';
import { selectSignInMethod } from './login/select-sign-in-method.ts';
import { signIn } from './login/sign-in.ts';
import { signOut } from './login/sign-out.ts';
import { AUTHORISATIONS } from './model/authorisation.ts';
import { BANK_SIGN_INS } from './model/bank-sign-in.ts';
import { LOGINS } from './model/login.ts';
import { NAMED_PSUS } from './model/named-psu.ts';
import { PASSKEYS } from './model/passkey.ts';
import { PSU_ATTEMPTS } from './model/psu-attempts.ts';
import { PSU_REQUESTS } from './model/psu-request.ts';
import { TOTP_SECRETS } from './model/totp-secret.ts';
import { PERSONAL_DATA } from './personal-data.ts';
import { checkApprover } from './psu/check-approver.ts';
import { readPasswordKeys } from './psu-data/read-password-keys.ts';
import { updatePsuData } from './psu-data/update-psu-data.ts';
import { recordPsuRequest } from './psu-requests/record-psu-request.ts';
import { approveSignedIn } from './redirect/approve-signed-in.ts';
import { authenticatePsu } from './redirect/authenticate-psu.ts';
import { authoriseTransaction } from './redirect/authorise-transaction.ts';
import { continueAuthorisation } from './redirect/continue-authorisation.ts';
import { declineAuthorisation } from './redirect/decline-authorisation.ts';
import { findForOAuth, readOAuthOutcome, sendBackToOAuth } from './redirect/oauth-authorisation.ts';
import { openRedirect } from './redirect/open-redirect.ts';
import { readReturnLink } from './redirect/read-return-link.ts';
import { readSession } from './redirect/read-session.ts';
import { selectMethod } from './redirect/select-method.ts';
import { failUncountedApprovals } from './settlement/fail-uncounted.ts';
import { repeatSettlement } from './settlement/repeat-settlement.ts';
import { startAuthorisation } from './start/start-authorisation.ts';
import { UNSAFE_SETTINGS } from './unsafe-settings.ts';

export const service = defineService({
  name: 'sca',
  version: versionOf(import.meta.url),
  abilities: [operations.TAKES_HELD_AUTHORISATIONS],
  usesKeys: true,
  config: ScaConfig,
  unsafeSettings: UNSAFE_SETTINGS,
  checkSettings,
  collections: [
    AUTHORISATIONS,
    LOGINS,
    PSU_ATTEMPTS,
    NAMED_PSUS,
    PASSKEYS,
    TOTP_SECRETS,
    BANK_SIGN_INS,
    PSU_REQUESTS,
    SECRETS,
  ],
  personalData: PERSONAL_DATA,
  async createContext(kit: Kit<ScaConfig>): Promise<ScaContext> {
    const context = await createContext(kit);
    failUncountedApprovals(context);
    return context;
  },
  handlers: [
    // For the owners of parents, the gateway and the bank.
    handler(operations.startAuthorisation, startAuthorisation),
    handler(operations.takeAuthorisation, takeAuthorisation),
    handler(operations.checkApprover, checkApprover),
    handler(operations.updatePsuData, updatePsuData),
    handler(operations.readPasswordKeys, readPasswordKeys),
    handler(operations.readScaStatus, readScaStatus),
    handler(operations.reportChallenge, reportChallenge),
    handler(operations.readApproval, readApproval),
    handler(operations.reportApproval, reportApproval),
    handler(operations.knownAuthorisations, knownAuthorisations),
    handler(operations.abandonAuthorisations, abandonAuthorisations),
    handler(operations.repeatSettlement, repeatSettlement),
    handler(operations.recordPsuRequest, recordPsuRequest),
    // For the portal: the pages of a redirect.
    handler(operations.openRedirect, openRedirect),
    handler(operations.readWayBack, readReturnLink),
    handler(operations.continueAuthorisation, continueAuthorisation),
    handler(operations.readSession, readSession),
    handler(operations.authenticatePsu, authenticatePsu),
    handler(operations.beginBankSignIn, beginBankSignIn),
    handler(operations.finishBankSignIn, finishBankSignIn),
    handler(operations.selectMethod, selectMethod),
    handler(operations.approveSignedIn, approveSignedIn),
    handler(operations.authoriseTransaction, authoriseTransaction),
    handler(operations.declineAuthorisation, declineAuthorisation),
    // For oauth: authorisations to which a TPP leads by OAuth.
    handler(operations.findForOAuth, findForOAuth),
    handler(operations.sendBackToOAuth, sendBackToOAuth),
    handler(operations.readOAuthOutcome, readOAuthOutcome),
    // For the portal: sign-in outside of any authorisation.
    handler(operations.signIn, signIn),
    handler(operations.beginBankLogin, beginBankLogin),
    handler(operations.finishBankLogin, finishBankLogin),
    handler(operations.selectSignInMethod, selectSignInMethod),
    handler(operations.confirmSignIn, confirmSignIn),
    handler(operations.readLogin, readLogin),
    handler(operations.signOut, signOut),
    // For the portal: the built-in factors of the PSU who is signed in.
    handler(operations.readFactors, readFactors),
    handler(operations.beginFactor, beginFactor),
    handler(operations.confirmPasskey, confirmPasskey),
    handler(operations.confirmTotp, confirmTotp),
    handler(operations.removeFactor, removeFactor),
  ],
  jobs: [{ name: 'expireAuthorisations', everyMs: 60_000, inEachScope: true, run: expireAuthorisations }],
});
