import type { Endpoint, EndpointKey } from '@xs2a/contracts';

/** Purpose of each endpoint, in one line. */
export const SUMMARIES: Readonly<Record<EndpointKey, string>> = {
  createConsent: 'Create a consent for account information',
  getConsentInformation: 'Read a consent',
  deleteConsent: 'Delete a consent',
  getConsentStatus: 'Read the status of a consent',
  getConsentAuthorisation: 'List the authorisations of a consent',
  startConsentAuthorisation: 'Start an authorisation of a consent',
  getConsentScaStatus: 'Read the SCA status of a consent authorisation',
  updateConsentsPsuData: 'Send PSU data to a consent authorisation',
  createConsentConfirmationOfFunds: 'Create a funds consent',
  getConsentConfirmationOfFunds: 'Read a funds consent',
  deleteConsentConfirmationOfFunds: 'Delete a funds consent',
  getConsentConfirmationOfFundsStatus: 'Read the status of a funds consent',
  consentConfirmationOfFundsGetAuthorisations: 'List the authorisations of a funds consent',
  consentConfirmationOfFundsStartAuth: 'Start an authorisation of a funds consent',
  consentConfirmationOfFundsGetScaStatus: 'Read the SCA status of a funds consent authorisation',
  consentConfirmationOfFundsUpdatePsuData: 'Send PSU data to a funds consent authorisation',
  getAccountList: 'List the payment accounts of a consent',
  readAccountDetails: 'Read a payment account',
  getBalances: 'Read the balances of a payment account',
  getTrustedBeneficiariesList: 'List the trusted beneficiaries of payment accounts',
  getTransactionList: 'List the transactions of a payment account',
  downloadTransactions: 'Download a long transaction report',
  getTransactionDetails: 'Read a transaction',
  getCardAccount: 'List the card accounts of a consent',
  readCardAccount: 'Read a card account',
  getCardAccountBalances: 'Read the balances of a card account',
  getCardAccountTransactionList: 'List the transactions of a card account',
  verifyPayee: 'Verify a payee',
  verifyPayer: 'Verify a payer',
  verifyParty: 'Verify a party',
  checkAvailabilityOfFunds: 'Confirm the availability of funds',
  createSigningBasket: 'Create a signing basket',
  getSigningBasket: 'Read a signing basket',
  deleteSigningBasket: 'Delete a signing basket',
  getSigningBasketStatus: 'Read the status of a signing basket',
  getSigningBasketAuthorisation: 'List the authorisations of a signing basket',
  startSigningBasketAuthorisation: 'Start an authorisation of a signing basket',
  getSigningBasketScaStatus: 'Read the SCA status of a basket authorisation',
  updateSigningBasketPsuData: 'Send PSU data to a basket authorisation',
  initiatePayment: 'Initiate a payment',
  getPaymentInformation: 'Read a payment',
  cancelPayment: 'Cancel a payment',
  creditorConfirmation: 'Confirm the payee of a payment',
  getBulkPaymentExtendedStatus: 'Read the extended status of a bulk payment',
  getPaymentInitiationStatus: 'Read the status of a payment',
  getPaymentInitiationAuthorisation: 'List the authorisations of a payment',
  startPaymentAuthorisation: 'Start an authorisation of a payment',
  getPaymentInitiationScaStatus: 'Read the SCA status of a payment authorisation',
  updatePaymentPsuData: 'Send PSU data to a payment authorisation',
  getPaymentInitiationCancellationAuthorisationInformation: 'List the authorisations of a cancellation',
  startPaymentInitiationCancellationAuthorisation: 'Start an authorisation of a cancellation',
  getPaymentCancellationScaStatus: 'Read the SCA status of a cancellation authorisation',
  updatePaymentCancellationPsuData: 'Send PSU data to a cancellation authorisation',
};

const VERIFICATIONS = { name: 'Verifications', description: 'Whether a name or number belongs to an account.' };

/** Chapters of the document by the beginning of the address; the first match applies. */
export const TAGS: readonly { begin: string; name: string; description: string }[] = [
  { begin: '/v1/consents', name: 'Consents', description: 'Permission of a PSU to read its accounts.' },
  {
    begin: '/v2/consents/confirmation-of-funds',
    name: 'Funds consents',
    description: 'Permission of a PSU to ask whether an amount is available.',
  },
  { begin: '/v1/accounts', name: 'Accounts', description: 'Payment accounts, balances, transactions.' },
  { begin: '/v1/card-accounts', name: 'Card accounts', description: 'Card accounts, balances, transactions.' },
  {
    begin: '/v1/trusted-beneficiaries',
    name: 'Trusted beneficiaries',
    description: 'Payees whom a PSU has made trusted.',
  },
  { begin: '/v1/funds-confirmations', name: 'Funds confirmations', description: 'Whether an amount is available.' },
  { begin: '/v1/signing-baskets', name: 'Signing baskets', description: 'Several payments and consents, one SCA.' },
  { begin: '/v1/payments', name: 'Payments', description: 'Single payments, in JSON.' },
  { begin: '/v1/periodic-payments', name: 'Periodic payments', description: 'Standing orders, in JSON.' },
  { begin: '/v1/payee-verifications', ...VERIFICATIONS },
  { begin: '/v1/payer-verifications', ...VERIFICATIONS },
  { begin: '/v1/party-verifications', ...VERIFICATIONS },
  { begin: '/.well-known', name: 'Keys', description: 'Public keys of the bank for encrypted passwords.' },
  { begin: '/v1/bulk-payments', name: 'Bulk payments', description: 'Many payments in one pain.001 message.' },
];

export const ABOUT = `Account information, payments and funds confirmation for third parties (PSD2), according to Berlin Group
NextGenPSD2 1.3.x with the Croatian payment products.

Operations are named as in the standard. Its three payment services share a path there; here each has its own, and the operation ids of
the other two end with the service. The profile decides what a bank offers; a running
gateway serves this document at \`/openapi.json\` with the products and types of its bank.
Answers may get further fields: ignore unknown ones.`;

/** Contact for the interface: each bank operates its own. */
export const CONTACT = { name: 'The bank that operates this interface' } as const;

/** General facts about an endpoint: permitted callers, and its effect. */
export function descriptionOf({ roles, creates, authorises, readsAccounts, method, status }: Endpoint): string {
  const sentences = [
    `For TPPs with the role ${roles.join(' or ')}.`,
    creates && 'The same request with the same X-Request-ID gets the same answer: nothing is created twice.',
    authorises === 'start' &&
      'Each PSU who must approve has an authorisation of its own. The next step is in `_links`.',
    authorises === 'update' &&
      'What may be sent follows from the links of the answer before; the next step is in `_links`.',
    readsAccounts &&
      'It is an access under the consent, and counts unless PSU-IP-Address says that the PSU is present.',
    method === 'DELETE' && status === 202 && 'A cancellation that a PSU must approve has the link to start it.',
  ];
  return sentences.filter(Boolean).join(' ');
}
