import type { TppAnswer } from '@xs2a/test-kit';
import { consentBody, IBAN, paymentOrder, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { APPROACH_HEADERS, type Approach, approve } from './approve.ts';
import { insistOn, type Walker } from './walker.ts';

const PAYMENTS = '/v1/payments/sepa-credit-transfers';
const CONSENTS = '/v1/consents';
const BASKETS = '/v1/signing-baskets';
const EXPLICIT = { ...REDIRECT_HEADERS, 'TPP-Explicit-Authorisation-Preferred': 'true' };
const ATTENDED = { 'PSU-IP-Address': '192.0.2.10' };
const FREQUENCY_PER_DAY = 4;
const DAY_MS = 86_400_000;
const FINAL_MS_MAX = 120_000;

/** Walker and number of a journey. */
export interface Journey {
  readonly walker: Walker;
  /** A number that no other journey has. */
  readonly index: number;
}

interface Payment {
  readonly answer: TppAnswer;
  readonly id: string;
  readonly path: string;
}

/** Every journey with its share of the load. */
export const JOURNEYS: Readonly<Record<string, { share: number; walk: (journey: Journey) => Promise<void> }>> = {
  'payment, redirect': { share: 8, walk: (journey) => payAndFollow(journey, 'redirect') },
  'payment, embedded': { share: 4, walk: (journey) => payAndFollow(journey, 'embedded') },
  'payment, decoupled': { share: 2, walk: (journey) => payAndFollow(journey, 'decoupled') },
  'payment of a company': { share: 1, walk: payAsCompany },
  'payment posted twice': { share: 2, walk: postTwice },
  'payment cancelled': { share: 1, walk: payAndCancel },
  'basket of two payments': { share: 1, walk: payByBasket },
  'consent, reads, deletion': { share: 3, walk: consentAndRead },
  'consent read without the PSU': { share: 1, walk: readUnattended },
};

async function create(
  { walker, index }: Journey,
  headers: Record<string, string>,
  change: object = {},
): Promise<Payment> {
  const cents = String(index % 97).padStart(2, '0');
  const amount = { currency: 'EUR', amount: `1.${cents}` };
  const order = paymentOrder({ instructedAmount: amount, debtorAccount: { iban: fromOf(index) }, ...change });
  const answer = await walker.insist((requestId) => walker.tpp.post(PAYMENTS, order, { headers, requestId }));
  return acknowledge(walker, answer, order);
}

/** Returns one of several accounts, so that none runs out of money. */
function fromOf(index: number): string {
  return index % 3 === 0 ? IBAN.private : IBAN.savings;
}

function acknowledge(walker: Walker, answer: TppAnswer, order: Record<string, unknown>): Payment {
  if (answer.status !== 201) throw new Error(`a payment was answered ${answer.status} ${answer.text}`);
  const id = String(answer.body['paymentId']);
  const path = `${PAYMENTS}/${id}`;
  const { instructedAmount, debtorAccount, creditorAccount } = order as Record<string, Record<string, string>>;
  const content = {
    amount: instructedAmount?.['amount'] ?? '',
    debtor: debtorAccount?.['iban'] ?? '',
    creditor: creditorAccount?.['iban'] ?? '',
  };
  walker.fact({ is: 'acknowledged', resource: 'payment', id, path, content });
  return { answer, id, path };
}

/** Posts a payment once that nobody approves: it shows when payments are accepted again. */
export async function probe(walker: Walker): Promise<void> {
  const order = paymentOrder();
  const answer = await walker.tpp.post(PAYMENTS, order, { headers: REDIRECT_HEADERS });
  if (answer.status === 201) acknowledge(walker, answer, order);
}

const paymentOf = ({ id, path }: Payment) =>
  ({ resource: 'payment', id, authorisations: `${path}/authorisations` }) as const;

async function payAndFollow(journey: Journey, approach: Approach): Promise<void> {
  const { walker } = journey;
  const psu = approach === 'decoupled' ? { 'PSU-ID': 'psu-private' } : {};
  const payment = await create(journey, { ...APPROACH_HEADERS[approach], ...psu });
  await approve(walker, paymentOf(payment), 'psu-private', approach, payment.answer);
  walker.fact({ is: 'approved', resource: 'payment', id: payment.id });
  await untilStatus(walker, payment.path, ['ACSC', 'ACCC']);
}

async function payAsCompany(journey: Journey): Promise<void> {
  const { walker } = journey;
  const payment = await create(journey, EXPLICIT, { debtorAccount: { iban: IBAN.corporate } });
  for (const psuId of ['psu-corporate-1', 'psu-corporate-2'])
    await approve(walker, paymentOf(payment), psuId, 'redirect');
  walker.fact({ is: 'approved', resource: 'payment', id: payment.id });
  await untilStatus(walker, payment.path, ['ACSC', 'ACCC']);
}

/** Sends the same request in parallel, like a client that has lost patience. */
async function postTwice(journey: Journey): Promise<void> {
  const { walker, index } = journey;
  const order = paymentOrder({ debtorAccount: { iban: fromOf(index) } });
  const headers = REDIRECT_HEADERS;
  const requestId = crypto.randomUUID();
  const post = () =>
    insistOn(async () => {
      const answer = await walker.tpp.post(PAYMENTS, order, { headers, requestId });
      return answer.status >= 500 || answer.status === 409 ? undefined : answer;
    });
  const [first] = await Promise.all([post(), post()]);
  acknowledge(walker, first, order);
}

async function payAndCancel(journey: Journey): Promise<void> {
  const { walker } = journey;
  const requestedExecutionDate = new Date(Date.now() + 10 * DAY_MS).toISOString().slice(0, 10);
  const payment = await create(journey, REDIRECT_HEADERS, { requestedExecutionDate });
  await approve(walker, paymentOf(payment), 'psu-private', 'redirect', payment.answer);
  const answer = await walker.insist((requestId) =>
    walker.tpp.delete(payment.path, { headers: REDIRECT_HEADERS, requestId }),
  );
  if (answer.status === 202 && answer.body['transactionStatus'] !== 'CANC') {
    const authorisations = `${payment.path}/cancellation-authorisations`;
    await approve(walker, { resource: 'cancellation', id: payment.id, authorisations }, 'psu-private', 'redirect');
  } else if (answer.status !== 202 && answer.status !== 204)
    throw new Error(`a cancellation was answered ${answer.status} ${answer.text}`);
  walker.fact({ is: 'ended', resource: 'payment', id: payment.id });
  await untilStatus(walker, payment.path, ['CANC']);
}

async function payByBasket(journey: Journey): Promise<void> {
  const { walker } = journey;
  const debtor = { debtorAccount: { iban: IBAN.savings } };
  const payments = [await create(journey, EXPLICIT, debtor), await create(journey, EXPLICIT, debtor)];
  const paymentIds = payments.map(({ id }) => id);
  const answer = await walker.insist((requestId) =>
    walker.tpp.post(BASKETS, { paymentIds }, { headers: EXPLICIT, requestId }),
  );
  if (answer.status !== 201) throw new Error(`a basket was answered ${answer.status} ${answer.text}`);
  const id = String(answer.body['basketId']);
  const path = `${BASKETS}/${id}`;
  walker.fact({
    is: 'acknowledged',
    resource: 'basket',
    id,
    path,
    content: { payments: paymentIds.toSorted().join() },
  });
  const authorisations = `${path}/authorisations`;
  await approve(walker, { resource: 'basket', id, authorisations }, 'psu-private', 'redirect');
  for (const payment of payments) walker.fact({ is: 'approved', resource: 'payment', id: payment.id });
  for (const payment of payments) await untilStatus(walker, payment.path, ['ACSC', 'ACCC']);
}

async function consentAndRead(journey: Journey): Promise<void> {
  const { walker } = journey;
  const { id, path, accountPath } = await validConsent(journey, journey.index % 2 === 0);
  const headers = { 'Consent-ID': id, ...ATTENDED };
  for (const list of ['balances', 'transactions?dateFrom=2026-09-01&bookingStatus=booked'])
    await walker.insist((requestId) => walker.tpp.get(`${accountPath}/${list}`, { headers, requestId }));
  const answer = await walker.insist((requestId) => walker.tpp.delete(path, { requestId }));
  if (answer.status !== 204) throw new Error(`the deletion of a consent was answered ${answer.status} ${answer.text}`);
  walker.fact({ is: 'ended', resource: 'consent', id });
  for (let read = 0; read < 3; read++)
    await walker.insist((requestId) => walker.tpp.get(`${accountPath}/balances`, { headers, requestId }));
}

/** Reads more often than permitted without the PSU: the service must count, whatever fails meanwhile. */
async function readUnattended(journey: Journey): Promise<void> {
  const { walker } = journey;
  const { id, accountPath } = await validConsent(journey, true);
  const read = () => walker.tpp.get(`${accountPath}/balances`, { headers: { 'Consent-ID': id } });
  await Promise.all(Array.from({ length: FREQUENCY_PER_DAY + 2 }, () => read().catch(() => undefined)));
  await read().catch(() => undefined);
}

/** Recurring consents supersede each other. Those of a PSU with one account need the least work. */
async function validConsent(journey: Journey, recurring: boolean) {
  const { walker } = journey;
  const account = { iban: IBAN.private };
  const body = consentBody({
    access: { balances: [account], transactions: [account] },
    recurringIndicator: recurring,
    frequencyPerDay: recurring ? FREQUENCY_PER_DAY : 1,
  });
  const answer = await walker.insist((requestId) =>
    walker.tpp.post(CONSENTS, body, { headers: REDIRECT_HEADERS, requestId }),
  );
  if (answer.status !== 201) throw new Error(`a consent was answered ${answer.status} ${answer.text}`);
  const id = String(answer.body['consentId']);
  const path = `${CONSENTS}/${id}`;
  walker.fact({ is: 'acknowledged', resource: 'consent', id, path, content: { iban: account.iban } });
  const what = { resource: 'consent', id, authorisations: `${path}/authorisations` } as const;
  await approve(walker, what, 'psu-private', 'redirect', answer);
  // The result stored by sca may still be on its way to consent.
  await untilConsentStatus(walker, path);
  walker.fact({ is: 'approved', resource: 'consent', id });
  const headers = { 'Consent-ID': id, ...ATTENDED };
  const list = await walker.insist((requestId) => walker.tpp.get('/v1/accounts', { headers, requestId }));
  const [first] = (list.body['accounts'] ?? []) as { resourceId?: string }[];
  // A newer consent of the same PSU may have superseded it meanwhile.
  return { id, path, accountPath: `/v1/accounts/${first?.resourceId ?? 'superseded'}` };
}

/** Waits until it is valid, or superseded meanwhile. */
async function untilConsentStatus(walker: Walker, path: string): Promise<void> {
  await insistOn(async () => {
    const answer = await walker.tpp.get(`${path}/status`);
    return answer.status === 200 && answer.body['consentStatus'] !== 'received' ? true : undefined;
  }, FINAL_MS_MAX);
}

async function untilStatus(walker: Walker, path: string, expected: readonly string[]): Promise<void> {
  const ended = await insistOn(async () => {
    const answer = await walker.tpp.get(`${path}/status`);
    const status = String(answer.body['transactionStatus']);
    return answer.status === 200 && [...expected, 'RJCT', 'CANC'].includes(status) ? status : undefined;
  }, FINAL_MS_MAX);
  if (!expected.includes(ended)) throw new Error(`${path} ended ${ended} instead of ${expected.join(' or ')}`);
}
