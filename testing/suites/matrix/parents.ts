import { hrefOf, type TppAnswer, type TppClient } from '@xs2a/test-kit';
import {
  consentBody,
  fundsConsentOrder,
  fundsQuestion,
  paymentOrder,
  REDIRECT_HEADERS,
} from '@xs2a/test-system/data/fixtures';
import { settleAs } from '@xs2a/test-system/settle-as-sca';
import type { TestServices } from '@xs2a/test-system/start/start-services';
import { type Cell, type Parent, signersOf } from './cells.ts';

const MS_PER_DAY = 86_400_000;
const WEDNESDAY = 3;
const PAYMENTS = '/v1/payments/sepa-credit-transfers';

/** Request headers for each approach. */
export const APPROACH_HEADERS: Record<Cell['approach'], Record<string, string>> = {
  REDIRECT: REDIRECT_HEADERS,
  EMBEDDED: { ...REDIRECT_HEADERS, 'TPP-Redirect-Preferred': 'false', 'TPP-Decoupled-Preferred': 'false' },
  DECOUPLED: { 'PSU-IP-Address': '192.0.2.10', 'TPP-Redirect-Preferred': 'false', 'TPP-Decoupled-Preferred': 'true' },
};

/** A resource that waits for its authorisation. */
export interface CreatedResource {
  readonly answer: TppAnswer;
  status(): Promise<unknown>;
  /** Whether the effect of the approval has become possible, or has happened. */
  effect(): Promise<boolean>;
}

type CreateResource = (tpp: TppClient, services: TestServices, cell: Cell) => Promise<CreatedResource>;

function statusAt(tpp: TppClient, answer: TppAnswer): () => Promise<unknown> {
  return async () => {
    const { body } = await tpp.follow(answer, 'status');
    return body['transactionStatus'] ?? body['consentStatus'];
  };
}

/** Returns a Wednesday some two weeks later, which no holiday moves. */
function aWednesdayAfter(now: Date): string {
  const later = new Date(now.getTime() + 14 * MS_PER_DAY);
  const days = (WEDNESDAY - later.getUTCDay() + 7) % 7;
  return new Date(later.getTime() + days * MS_PER_DAY).toISOString().slice(0, 10);
}

/** Creates a payment for a later day, so that it keeps its status for a while once authorised. */
function pay(
  tpp: TppClient,
  services: TestServices,
  cell: Cell,
  headers = APPROACH_HEADERS[cell.approach],
): Promise<TppAnswer> {
  const { iban, creditor } = signersOf(cell);
  const requestedExecutionDate = aWednesdayAfter(services.clock.now());
  const order = paymentOrder({
    debtorAccount: { iban },
    ...(creditor !== undefined && { creditorAccount: { iban: creditor } }),
    requestedExecutionDate,
  });
  return tpp.post(PAYMENTS, order, { headers });
}

const EXPLICIT_START_HEADERS = { ...REDIRECT_HEADERS, 'TPP-Explicit-Authorisation-Preferred': 'true' };

/** Has all signers approve a payment, without the pages. */
async function approveAsAllSigners(
  tpp: TppClient,
  services: TestServices,
  cell: Cell,
  payment: TppAnswer,
): Promise<void> {
  const { psuIds } = signersOf(cell);
  for (const psuId of psuIds) {
    const started = await tpp.post(hrefOf(payment, 'startAuthorisation'), {}, { headers: REDIRECT_HEADERS });
    const signaturesNeeded = psuIds.length;
    await settleAs(services, 'payment', String(started.body['authorisationId']), psuId, { signaturesNeeded });
  }
}

const idOf = (answer: TppAnswer): string => hrefOf(answer, 'self').split('/').at(-1) ?? '';

export const CREATE: Record<Parent, CreateResource> = {
  async consent(tpp, _, cell) {
    const account = { iban: signersOf(cell).iban };
    const order = consentBody({ access: { balances: [account] } });
    const answer = await tpp.post('/v1/consents', order, { headers: APPROACH_HEADERS[cell.approach] });
    const headers = { 'Consent-ID': idOf(answer), 'PSU-IP-Address': '192.0.2.10' };
    return {
      answer,
      status: statusAt(tpp, answer),
      effect: async () => (await tpp.get('/v1/accounts', { headers })).status === 200,
    };
  },

  async fundsConsent(tpp, _, cell) {
    const account = { iban: signersOf(cell).iban };
    const order = fundsConsentOrder({ account });
    const answer = await tpp.post('/v2/consents/confirmation-of-funds', order, {
      headers: APPROACH_HEADERS[cell.approach],
    });
    const headers = { 'Consent-ID': idOf(answer) };
    return {
      answer,
      status: statusAt(tpp, answer),
      effect: async () =>
        (await tpp.post('/v1/funds-confirmations', fundsQuestion('1.00', { account }), { headers })).status === 200,
    };
  },

  async payment(tpp, services, cell) {
    const answer = await pay(tpp, services, cell);
    const payments = services
      .database('payments')
      .collection<{ _id: string; executeOn?: string; transactionStatus: string }>('payments');
    return {
      answer,
      status: statusAt(tpp, answer),
      // To be executed on its day: the condition of the executing job.
      effect: async () =>
        (await payments.findOne({ _id: idOf(answer), submitted: false, transactionStatus: 'ACCP' })) !== null,
    };
  },

  async cancellation(tpp, services, cell) {
    const payment = await pay(tpp, services, cell, EXPLICIT_START_HEADERS);
    await approveAsAllSigners(tpp, services, cell, payment);
    const answer = await tpp.delete(hrefOf(payment, 'self'), { headers: APPROACH_HEADERS[cell.approach] });
    const status = statusAt(tpp, payment);
    return { answer, status, effect: async () => (await status()) === 'CANC' };
  },

  async basket(tpp, services, cell) {
    const members = [
      await pay(tpp, services, cell, EXPLICIT_START_HEADERS),
      await pay(tpp, services, cell, EXPLICIT_START_HEADERS),
    ];
    const body = { paymentIds: members.map(idOf) };
    const answer = await tpp.post('/v1/signing-baskets', body, { headers: APPROACH_HEADERS[cell.approach] });
    const statuses = () => Promise.all(members.map((member) => statusAt(tpp, member)()));
    return {
      answer,
      status: statusAt(tpp, answer),
      effect: async () => (await statuses()).every((status) => status === 'ACCP'),
    };
  },
};
