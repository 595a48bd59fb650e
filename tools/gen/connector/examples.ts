const ACCOUNT = { iban: 'HR2799900051100000019' };
const AMOUNT = { currency: 'EUR', amount: '12.50' };
const CHALLENGE_ID = '6f1d3c0e-5a3e-4f0e-9d0f-1b8a1c1f7a55';
const PAYMENT_ID = '0c2a4d1e-8b5f-4c39-9f0a-5d2b7f3f9e11';
const CONTENT_HASH = 'Yw3NKWbEM2aRElRIu7JbT_QSpJxzLbLIq8G4WBvXEN0';
const AUTHORISATION_ID = '4e8f1b52-77e2-4b7e-8a51-2f0c1a6f2f60';
const PAYMENT = {
  endToEndIdentification: 'INVOICE-17',
  debtorAccount: ACCOUNT,
  instructedAmount: AMOUNT,
  creditorAccount: { iban: 'HR1210010051863000160' },
  creditorName: 'Ana Anić',
  remittanceInformationUnstructured: 'Račun 17',
};

const TRANSFER = {
  kind: 'payment',
  paymentService: 'payments',
  paymentProduct: 'sepa-credit-transfers',
  instructedAmount: AMOUNT,
  debtorAccount: ACCOUNT,
  creditorName: PAYMENT.creditorName,
  creditorAccount: PAYMENT.creditorAccount,
};

/** One exchange of each operation of the bank connector, as sent over the wire. */
export const CONNECTOR_EXAMPLES: Readonly<Record<string, { request: unknown; reply: unknown }>> = {
  'bank.identifyPsu': {
    request: { psuId: 'psu-private' },
    reply: {
      known: true,
      name: 'Ana Horvat',
      scaMethods: [{ authenticationMethodId: 'sms', authenticationType: 'SMS_OTP', name: 'SMS ***-**-17' }],
      accounts: [
        { reference: { ...ACCOUNT, currency: 'EUR' }, currency: 'EUR', name: 'Tekući račun', signaturesNeeded: 1 },
      ],
    },
  },
  'bank.readSigningRules': { request: { accounts: [ACCOUNT] }, reply: { signaturesNeeded: 1 } },
  'bank.checkExemption': {
    request: {
      psuId: 'psu-private',
      content: TRANSFER,
    },
    reply: { exempted: false },
  },
  'bank.verifyPassword': { request: { psuId: 'psu-private', password: '…' }, reply: { verified: true } },
  'bank.sendChallenge': {
    request: {
      challengeId: CHALLENGE_ID,
      authorisationId: AUTHORISATION_ID,
      psuId: 'psu-private',
      authenticationMethodId: 'sms',
      contentHash: CONTENT_HASH,
      text: 'Plaćanje 12,50 EUR primatelju Ana Anić, račun …0160. Ako to niste Vi, ne potvrđujte i javite se banci.',
      language: 'hr',
      lifetimeSeconds: 300,
    },
    reply: { otpMaxLength: 6, otpFormat: 'integer' },
  },
  'bank.verifyChallenge': {
    request: { challengeId: CHALLENGE_ID, attemptId: '1', contentHash: CONTENT_HASH, code: '482913' },
    reply: { verdict: 'accepted' },
  },
  'bank.withdrawChallenge': { request: { challengeId: CHALLENGE_ID }, reply: { withdrawn: true } },
  'bank.checkFunds': {
    request: { account: ACCOUNT, instructedAmount: AMOUNT },
    reply: { fundsAvailable: true },
  },
  'bank.verifyPayee': {
    request: {
      requestId: '3d8e0f56-1f2b-4c83-9a55-0b7c7f1f6d20',
      iban: PAYMENT.creditorAccount.iban,
      name: PAYMENT.creditorName,
    },
    reply: { partyNameMatch: 'CMTC', matchedName: 'Anamarija Anić' },
  },
  'bank.submitPayment': {
    request: {
      paymentId: PAYMENT_ID,
      paymentService: 'payments',
      paymentProduct: 'sepa-credit-transfers',
      psuId: 'psu-private',
      body: PAYMENT,
    },
    reply: { accepted: true },
  },
  'bank.submitBulkPayment': {
    request: {
      paymentId: PAYMENT_ID,
      paymentProduct: 'pain.001-credit-transfers',
      psuId: 'psu-private',
      xml: '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03">…</Document>',
    },
    reply: { accepted: true },
  },
  'bank.putStandingOrder': {
    request: {
      paymentId: PAYMENT_ID,
      psuId: 'psu-private',
      active: true,
      body: { ...PAYMENT, startDate: '2026-12-01', frequency: 'Monthly' },
    },
    reply: { stored: true },
  },
  'bank.concludePayment': { request: { paymentId: PAYMENT_ID }, reply: { transactionStatus: 'ACCC' } },
  'bank.returnPayment': { request: { paymentId: PAYMENT_ID }, reply: { returned: true } },
  'bank.withdrawPayment': { request: { paymentId: PAYMENT_ID }, reply: { withdrawn: false } },
  'accounts.putAccounts': {
    request: {
      accounts: [
        {
          bankAccountId: 'A1101-EUR',
          owners: ['psu-private'],
          reference: { ...ACCOUNT, currency: 'EUR' },
          currency: 'EUR',
          displayName: 'Kućni budžet',
          product: 'Tekući račun',
          bic: 'DEMOHR2X',
          ownerName: 'Ana Horvat',
          cashAccountType: 'CACC',
        },
      ],
    },
    reply: { stored: 1 },
  },
  'accounts.putBalances': {
    request: {
      bankAccountId: 'A1101-EUR',
      version: 1732190000123,
      balances: [{ balanceType: 'closingBooked', balanceAmount: { currency: 'EUR', amount: '5419.60' } }],
    },
    reply: { stored: 1 },
  },
  'accounts.putTransactions': {
    request: {
      bankAccountId: 'A1101-EUR',
      transactions: [
        {
          bankReference: 'E-20261121-000017',
          bookingStatus: 'booked',
          sequence: 930,
          bookingDate: '2026-11-21',
          valueDate: '2026-11-21',
          transactionAmount: { currency: 'EUR', amount: '-12.50' },
          endToEndId: PAYMENT.endToEndIdentification,
          creditorName: PAYMENT.creditorName,
          creditorAgent: 'KVRNHR2X',
          remittanceInformationUnstructuredArray: ['Račun 17/2026', 'rata 2'],
          proprietaryBankTransactionCode: 'NALOG',
        },
      ],
    },
    reply: { stored: 1 },
  },
  'accounts.withdrawTransactions': {
    request: { bankAccountId: 'A1101-EUR', bankReferences: ['E-20261121-000009'] },
    reply: { stored: 1 },
  },
  'accounts.putStandingOrders': {
    request: {
      bankAccountId: 'A1101-EUR',
      version: 3,
      standingOrders: [
        {
          transactionAmount: { currency: 'EUR', amount: '-12.50' },
          creditorName: PAYMENT.creditorName,
          additionalInformationStructured: {
            standingOrderDetails: { startDate: '2026-12-01', frequency: 'Monthly' },
          },
        },
      ],
    },
    reply: { stored: 1 },
  },
  'payments.reportExecution': {
    request: { paymentId: PAYMENT_ID, transactionStatus: 'RJCT', reasonCode: 'AM04' },
    reply: { transactionStatus: 'RJCT' },
  },
  'sca.reportChallenge': {
    request: { challengeId: CHALLENGE_ID, contentHash: CONTENT_HASH, verdict: 'approved' },
    reply: { scaStatus: 'finalised' },
  },
  'sca.readApproval': {
    request: { tppId: 'PSDHR-HNB-123456', scope: `PIS:${PAYMENT_ID}`, psuId: 'psu-private' },
    reply: {
      authorisationId: AUTHORISATION_ID,
      scaStatus: 'received',
      isOpen: true,
      openUntil: '2026-12-01T10:00:00.000Z',
      tppName: 'Ana Plaća d.o.o.',
      redirectUris: ['https://tpp.example/ok'],
      content: TRANSFER,
      contentHash: CONTENT_HASH,
      accountNames: { [ACCOUNT.iban]: 'Tekući račun' },
    },
  },
  'sca.reportApproval': {
    request: {
      verdict: 'approved',
      tppId: 'PSDHR-HNB-123456',
      authorisationId: AUTHORISATION_ID,
      psuId: 'psu-private',
      contentHash: CONTENT_HASH,
      factors: ['knowledge', 'possession'],
    },
    reply: { scaStatus: 'finalised', counts: true },
  },
};
