import type { Fault } from '@xs2a/contracts';

/** A request as written by a developer. `{name}` in braces is a value of an earlier answer, or a UUID. */
export interface ExampleRequest {
  readonly ask: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text is sent unchanged, anything else as JSON. */
  readonly body?: unknown;
  /** The request is repeated until the payment has one of these statuses. */
  readonly until?: readonly string[];
  /** An earlier request of the example that is also refused. */
  readonly isRefused?: true;
}

/** A request that causes an error, with earlier requests if it needs them, and the fault according to the answer. */
export interface ErrorExample extends ExampleRequest {
  readonly after?: readonly ExampleRequest[];
  /** The text of the answer depends on the date or on the services of the bank. */
  readonly varies?: true;
  readonly path?: string;
  readonly text?: string;
  readonly others?: readonly Fault[];
}

export const IBAN = 'HR2799900051100000019';
/** The account of a PSU who cannot approve anything. */
export const IBAN_OF_BLOCKED = 'HR1499900059900000012';
export const BACK = { 'PSU-IP-Address': '192.0.2.10', 'TPP-Redirect-URI': 'https://tpp.example/ok' };
export const EXPLICIT = { ...BACK, 'TPP-Explicit-Authorisation-Preferred': 'true' };
export const PAYMENTS = '/v1/payments/sepa-credit-transfers';
export const PAYMENT_ID = `${PAYMENTS}/{paymentId}`;

const CONSENT = {
  access: { balances: [{ iban: IBAN }] },
  recurringIndicator: true,
  validUntil: '9999-12-31',
  frequencyPerDay: 4,
};
const PAYMENT = {
  instructedAmount: { currency: 'EUR', amount: '12.50' },
  debtorAccount: { iban: IBAN },
  creditorName: 'Ana Anić',
  creditorAccount: { iban: 'HR1210010051863000160' },
};

export const consent = (change: object = {}, headers: object = {}): ExampleRequest => ({
  ask: 'POST /v1/consents',
  headers: { ...BACK, ...headers },
  body: { ...CONSENT, ...change },
});
export const pay = (change: object = {}, headers: object = BACK): ExampleRequest => ({
  ask: `POST ${PAYMENTS}`,
  headers: { ...headers },
  body: { ...PAYMENT, ...change },
});
export const under = (ask: string, consentId = '{unknown}'): ExampleRequest => ({
  ask,
  headers: { 'Consent-ID': consentId },
});
export const group = (...paymentIds: string[]): ExampleRequest => ({
  ask: 'POST /v1/signing-baskets',
  headers: EXPLICIT,
  body: { paymentIds },
});
