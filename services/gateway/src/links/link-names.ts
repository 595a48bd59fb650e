/** The link names of the standard that the answers use. */
export type LinkName =
  | 'scaRedirect'
  | 'scaOAuth'
  | 'self'
  | 'status'
  | 'scaStatus'
  | 'startAuthorisation'
  | 'startAuthorisationWithPsuIdentification'
  | 'startAuthorisationWithPsuAuthentication'
  | 'startAuthorisationWithEncryptedPsuAuthentication'
  | 'startAuthorisationWithAuthenticationMethodSelection'
  | 'updatePsuIdentification'
  | 'updatePsuAuthentication'
  | 'updateEncryptedPsuAuthentication'
  | 'updateResourceByDebtorAccountResource'
  | 'selectAuthenticationMethod'
  | 'authoriseTransaction'
  | 'confirmation'
  | 'creditorNameConfirmation'
  | 'account'
  | 'cardAccount'
  | 'balances'
  | 'transactions'
  | 'trustedBeneficiaries'
  | 'cardTransactions'
  | 'transactionDetails'
  | 'download';

/** The Croatian profile misspells two names. Both spellings are sent, with the same address (decision 14). */
export const LINK_ALIASES: Partial<Record<LinkName, string>> = {
  startAuthorisationWithPsuIdentification: 'startAuthorisationWithPsuIdentfication',
  startAuthorisationWithAuthenticationMethodSelection: 'startAuthorisationWithAuthentciationMethodSelection',
};

/** The link for the same step with an encrypted password. */
export const ENCRYPTED_LINKS: Partial<Record<LinkName, LinkName>> = {
  startAuthorisationWithPsuAuthentication: 'startAuthorisationWithEncryptedPsuAuthentication',
  updatePsuAuthentication: 'updateEncryptedPsuAuthentication',
};
