import type { EndpointKey, PaymentService } from '@xs2a/contracts';
import { pain001 } from '@xs2a/test-kit';

interface Example {
  readonly summary: string;
  readonly value: unknown;
}
export type Examples = Readonly<Record<string, Example>>;

const one = (summary: string, value: unknown): Examples => ({ example: { summary, value } });

const ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const AUTHORISATION = '7b1c5f0e-2d52-4a6e-9d43-0c1f6a5e8d11';
const iban = 'HR2799900051100000019';
const amount = { currency: 'EUR', amount: '12.50' };
const link = (href: string) => ({ href });

const PAYMENT = {
  instructedAmount: amount,
  debtorAccount: { iban },
  creditorName: 'Ana Anić',
  creditorAccount: { iban: 'HR1210010051863000160' },
  remittanceInformationUnstructured: 'Račun 17',
};
const TERMS = { startDate: '2027-01-04', frequency: 'Monthly', dayOfExecution: '04' };
const STANDING_ORDER = { ...PAYMENT, ...TERMS };
const { debtorAccount, ...TRANSFER } = PAYMENT;
const BULK = {
  debtorAccount,
  batchBookingPreferred: true,
  payments: [TRANSFER, { ...TRANSFER, instructedAmount: { currency: 'EUR', amount: '34.10' } }],
};
const ACCESS = { balances: [{ iban }], transactions: [{ iban }] };
const CONSENT = { access: ACCESS, recurringIndicator: true, validUntil: '2027-05-01', frequencyPerDay: 4 };

const AUTHORISATION_BODIES: Examples = {
  nothing: { summary: 'the headers say it all', value: {} },
  password: { summary: 'first factor (embedded)', value: { psuData: { password: 'psu-private-pass' } } },
  method: { summary: 'choice of a method', value: { authenticationMethodId: 'sms' } },
  code: { summary: 'one-time code (embedded)', value: { scaAuthenticationData: '123456' } },
};

const VERIFICATION = one('is the account of this name', {
  partyAccount: { iban: 'HR8199910321000000021' },
  party: { name: 'Maria Kovačević' },
});

/** Request bodies, with data of the sandbox. */
const REQUESTS: Partial<Record<EndpointKey, Examples>> = {
  createConsent: {
    detailed: { summary: 'named accounts', value: CONSENT },
    bankOffered: {
      summary: 'the PSU chooses at the bank',
      value: { ...CONSENT, access: { balances: [], transactions: [] } },
    },
  },
  createConsentConfirmationOfFunds: one('one account', { account: { iban } }),
  checkAvailabilityOfFunds: one('is there so much', { account: { iban }, instructedAmount: amount }),
  verifyPayee: VERIFICATION,
  verifyPayer: VERIFICATION,
  verifyParty: VERIFICATION,
  createSigningBasket: one('two payments', { paymentIds: [ID, AUTHORISATION] }),
};

const ORDERS: Partial<Record<PaymentService, Examples>> = {
  payments: one('one payment', PAYMENT),
  'periodic-payments': one('a standing order', STANDING_ORDER),
  'bulk-payments': one('two transfers', BULK),
};

const DAY = '2027-01-04';
/** A message with fictitious data, one element a line. */
const message = (...amounts: readonly string[]): string =>
  indented(
    pain001({ blocks: [{ day: DAY, transfers: amounts.map((written) => ({ amount: written })) }] })
      .replace('Sandbox TPP', 'Example TPP')
      .replace('Ana Horvat', 'Iva Ivic')
      .replace(/<BIC>.*<\/BIC>/, '<Othr><Id>NOTPROVIDED</Id></Othr>'),
  );

function indented(xml: string): string {
  let depth = 0;
  const lines = xml.replaceAll(/>\s*</g, '>\n<').trim().split('\n');
  return lines
    .map((line) => {
      if (line.startsWith('</')) depth -= 1;
      const written = '  '.repeat(depth) + line;
      if (/^<[^?/]/.test(line) && !line.includes('</')) depth += 1;
      return written;
    })
    .join('\n');
}

/** Request bodies in XML, and standing orders in two parts. */
export const MESSAGE_EXAMPLES: Readonly<Record<PaymentService, Examples>> = {
  payments: one('one payment, pain.001', message('12.50')),
  'periodic-payments': one('a standing order, pain.001 and its terms', {
    xml_sct: message('12.50'),
    json_standingorderType: TERMS,
  }),
  'bulk-payments': one('two transfers, pain.001', message('12.50', '34.10')),
};

export function requestExamples(key: EndpointKey, service: PaymentService | undefined): Examples | undefined {
  return service !== undefined && key === 'initiatePayment' ? ORDERS[service] : REQUESTS[key];
}

export function authorisationExamples(): Examples {
  return AUTHORISATION_BODIES;
}

const created = (address: string) => ({
  scaRedirect: link('http://localhost:8090/sca/Zm9yLXJlYWRlcnMtb25seQ'),
  self: link(address),
  status: link(`${address}/status`),
  scaStatus: link(`${address}/authorisations/${AUTHORISATION}`),
});
const ACCOUNT = { resourceId: ID, iban, currency: 'EUR', name: 'Tekući račun', cashAccountType: 'CACC' };
const CARD = { resourceId: ID, maskedPan: '453200******0017', currency: 'EUR', name: 'Kreditna kartica' };
const BALANCE = { balanceType: 'closingBooked', balanceAmount: { currency: 'EUR', amount: '5432.10' } };
const ENTRY = {
  transactionId: AUTHORISATION,
  bookingDate: '2026-11-02',
  valueDate: '2026-11-02',
  transactionAmount: { currency: 'EUR', amount: '-12.50' },
  creditorName: 'Ana Anić',
  creditorAccount: { iban: 'HR1210010051863000160' },
  remittanceInformationUnstructured: 'Račun 17',
  resourceId: AUTHORISATION,
};
const account = { iban, currency: 'EUR' };
const CREATED_CONSENT = { consentStatus: 'received', consentId: ID };

/** Bodies of answers. */
const ANSWER_VALUES: Partial<Record<EndpointKey, unknown>> = {
  createConsent: { ...CREATED_CONSENT, _links: created(`/v1/consents/${ID}`) },
  createConsentConfirmationOfFunds: {
    ...CREATED_CONSENT,
    _links: created(`/v2/consents/confirmation-of-funds/${ID}`),
  },
  getConsentInformation: {
    ...CONSENT,
    consentStatus: 'valid',
    lastActionDate: '2026-11-21',
    _links: { account: link('/v1/accounts') },
  },
  getConsentStatus: { consentStatus: 'valid' },
  getConsentConfirmationOfFunds: { account: { iban }, consentStatus: 'valid' },
  getConsentConfirmationOfFundsStatus: { consentStatus: 'valid' },
  getAccountList: { accounts: [{ ...ACCOUNT, _links: { balances: link(`/v1/accounts/${ID}/balances`) } }] },
  readAccountDetails: { account: ACCOUNT },
  getBalances: { account, balances: [BALANCE] },
  getTrustedBeneficiariesList: {
    trustedBeneficiaries: [
      {
        trustedBeneficiaryId: 'T-1',
        creditorAccount: { iban: 'HR1210010051863000160' },
        creditorName: 'Ana Anić',
        debtorAccount: { iban },
      },
    ],
  },
  getTransactionList: {
    account,
    transactions: {
      booked: [{ ...ENTRY, _links: { transactionDetails: link(`/v1/accounts/${ID}/transactions/${AUTHORISATION}`) } }],
      _links: { account: link(`/v1/accounts/${ID}`) },
    },
  },
  getTransactionDetails: { transactionsDetails: ENTRY },
  getCardAccount: { cardAccounts: [CARD] },
  readCardAccount: { cardAccount: CARD },
  getCardAccountBalances: { cardAccount: { maskedPan: CARD.maskedPan }, balances: [BALANCE] },
  getCardAccountTransactionList: {
    cardAccount: { maskedPan: CARD.maskedPan },
    cardTransactions: {
      booked: [
        {
          cardTransactionId: ID.replaceAll('-', ''),
          bookingDate: '2026-11-02',
          transactionAmount: ENTRY.transactionAmount,
        },
      ],
      _links: { cardAccount: link(`/v1/card-accounts/${ID}`) },
    },
  },
  checkAvailabilityOfFunds: { fundsAvailable: true },
  verifyPayee: { partyNameMatch: 'CMTC', matchedName: 'Marija Kovačević' },
  verifyPayer: { partyNameMatch: 'MTCH' },
  verifyParty: { partyNameMatch: 'NOAP' },
  createSigningBasket: {
    transactionStatus: 'RCVD',
    basketId: ID,
    _links: {
      startAuthorisation: link(`/v1/signing-baskets/${ID}/authorisations`),
      self: link(`/v1/signing-baskets/${ID}`),
    },
  },
  getSigningBasket: { transactionStatus: 'ACTC', payments: [ID, AUTHORISATION] },
  getSigningBasketStatus: { transactionStatus: 'RCVD' },
  cancelPayment: { transactionStatus: 'CANC', _links: {} },
  getPaymentInitiationStatus: { transactionStatus: 'ACSC' },
  getBulkPaymentExtendedStatus: {
    groupStatus: 'PART',
    originalTransactionInformationAndStatus: [
      { originalEndToEndId: 'E-2', transactionStatus: 'RJCT', statusReasonInformationCode: 'AM04' },
    ],
  },
};

const ORDER_ANSWERS: Partial<Record<PaymentService, unknown>> = {
  payments: { ...PAYMENT, transactionStatus: 'ACSC', debtorName: 'Iva Ivić' },
  'periodic-payments': { ...STANDING_ORDER, transactionStatus: 'ACCP' },
  'bulk-payments': { ...BULK, transactionStatus: 'ACSC' },
};

/** Returns the example of a successful answer, or none if it would add nothing to the schema. */
export function answerExamples(key: EndpointKey, service: PaymentService | undefined): Examples | undefined {
  if (key === 'initiatePayment' && service !== undefined) {
    const product = service === 'bulk-payments' ? 'pain.001-credit-transfers' : 'sepa-credit-transfers';
    const _links = created(`/v1/${service}/${product}/${ID}`);
    return one('started with its authorisation', { transactionStatus: 'RCVD', paymentId: ID, _links });
  }
  const value = key === 'getPaymentInformation' && service !== undefined ? ORDER_ANSWERS[service] : ANSWER_VALUES[key];
  return value === undefined ? undefined : one('in the sandbox', value);
}
