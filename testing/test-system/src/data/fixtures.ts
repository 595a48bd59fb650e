/** Accounts of the sandbox's test users, and request bodies with overrides. */
export const IBAN = {
  private: 'HR2799900051100000019',
  savings: 'HR0599900051100000027',
  multi: 'HR9899900051200000018',
  corporate: 'HR2999900051300000015',
  empty: 'HR5799900051400000012',
  creditor: 'HR1210010051863000160',
} as const;

/** Payees of the sandbox for each result of a verification of payee; the last two answer too late, and after two seconds. */
export const PAYEE = {
  match: 'HR0699910321000000013',
  closeMatch: 'HR8199910321000000021',
  noMatch: 'HR3299910321000000030',
  notPossible: 'HR3199910321000000048',
  silent: 'HR0999910321000000056',
  late: 'HR8499910321000000064',
  joint: 'HR6299910321000000072',
  tradeName: 'HR8899910321000000089',
} as const;

export const RETURN = {
  ok: 'https://tpp.example/ok',
  nok: 'https://tpp.example/nok',
} as const;

export const REDIRECT_HEADERS = {
  'PSU-IP-Address': '192.0.2.10',
  'TPP-Redirect-URI': RETURN.ok,
  'TPP-Nok-Redirect-URI': RETURN.nok,
} as const;

export function consentBody(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  const account = { iban: IBAN.private };
  return {
    access: { balances: [account], transactions: [account] },
    recurringIndicator: true,
    validUntil: '9999-12-31',
    frequencyPerDay: 4,
    ...overrides,
  };
}

export const CARD = { clear: '4532000000000017', masked: '453200******0017' } as const;

/** Returns a consent to funds confirmations in the form of the standard. */
export function fundsConsentOrder(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return { account: { iban: IBAN.private }, ...overrides };
}

export function fundsQuestion(amount = '12.50', overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return { account: { iban: IBAN.private }, instructedAmount: { currency: 'EUR', amount }, ...overrides };
}

export function paymentOrder(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    instructedAmount: { currency: 'EUR', amount: '12.50' },
    debtorAccount: { iban: IBAN.private },
    creditorName: 'Ana Anić',
    creditorAccount: { iban: IBAN.creditor },
    remittanceInformationUnstructured: 'Račun 17',
    ...overrides,
  };
}

export const BULKS = '/v1/bulk-payments/pain.001-credit-transfers';
