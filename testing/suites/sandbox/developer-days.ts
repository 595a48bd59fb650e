import type { Workspace } from '@xs2a/contracts';
import { bankDay } from '@xs2a/service-kit';
import type { TppAnswer } from '@xs2a/test-kit';
import { consentBody, paymentOrder } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { type Developer, type DeveloperSandbox, EMBEDDED } from './start-developer-sandbox.ts';

export const SINGLE = '/v1/payments/sepa-credit-transfers';
export const STANDING = '/v1/periodic-payments/sepa-credit-transfers';

const PASSED_WITHIN_MS = 60_000;

/** A resource of a TPP with a status. */
interface WithStatus {
  readonly id: string;
  readonly status: () => Promise<unknown>;
}

/** Actions of developers before and after days have passed for them. */
export class DeveloperDays {
  readonly #sandbox: DeveloperSandbox;

  constructor(sandbox: DeveloperSandbox) {
    this.#sandbox = sandbox;
  }

  /** Returns the bank's current day. */
  today(): string {
    return bankDay(this.#sandbox.services.clock.now(), { timeZone: 'Europe/Zagreb' });
  }

  async simulate({ key }: Developer, simulation: object): Promise<{ done: boolean; workspace: Workspace }> {
    const answer = await this.#sandbox.ask('POST', '/mine/simulations', key, simulation);
    if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { done: boolean; workspace: Workspace };
  }

  /** On a busy machine days still pass after the answer: they have passed once all services have been told (decision 102). */
  async daysPass(by: Developer, days: number): Promise<Workspace> {
    const { workspace } = await this.simulate(by, { what: 'daysPass', days });
    const stored = this.#sandbox.services.database('bank').collection<{ _id: string; outbox: object[] }>('workspaces');
    const left = async () => (await stored.findOne({ _id: workspace.id }))?.outbox.length;
    await eventually(left, (count) => count === 0, PASSED_WITHIN_MS);
    return workspace;
  }

  /** Creates a payment of one PSU and approves it. */
  async pay(by: Developer, address: string, more: object): Promise<WithStatus> {
    const created = await this.order(by, address, more);
    await this.#sandbox.approved(by, created);
    return this.withStatus(by, address, created);
  }

  async order(by: Developer, address: string, more: object): Promise<TppAnswer> {
    const body = paymentOrder({
      debtorAccount: { iban: by.iban },
      instructedAmount: { currency: 'EUR', amount: '10.00' },
      ...more,
    });
    const created = await by.tpp.post(address, body, { headers: EMBEDDED });
    if (created.status !== 201) throw new Error(`${created.status} ${created.text}`);
    return created;
  }

  withStatus(by: Developer, address: string, created: TppAnswer): WithStatus {
    const id = String(created.body['paymentId'] ?? created.body['basketId']);
    const status = async () => (await by.tpp.get(`${address}/${id}/status`)).body['transactionStatus'];
    return { id, status };
  }

  async until({ status }: WithStatus, wanted: string): Promise<void> {
    await eventually(status, (now) => now === wanted);
  }

  async consented(by: Developer, more: object = {}): Promise<WithStatus> {
    const account = { iban: by.iban };
    const order = consentBody({ access: { balances: [account], transactions: [account] }, ...more });
    const created = await by.tpp.post('/v1/consents', order, { headers: EMBEDDED });
    await this.#sandbox.approved(by, created);
    const id = String(created.body['consentId']);
    return { id, status: async () => (await by.tpp.get(`/v1/consents/${id}/status`)).body['consentStatus'] };
  }

  list(by: Developer, consentId: string): Promise<TppAnswer> {
    return by.tpp.get('/v1/accounts', { headers: { 'Consent-ID': consentId } });
  }

  /** Returns amounts of entries since the bank's day, by day. */
  async bookedOn(by: Developer, consentId: string): Promise<Map<string, string[]>> {
    const [account] = (await this.list(by, consentId)).body['accounts'] as { resourceId: string }[];
    const path = `/v1/accounts/${account?.resourceId}/transactions?bookingStatus=booked&dateFrom=${this.today()}`;
    const headers = { 'Consent-ID': consentId, 'PSU-IP-Address': '192.0.2.1' };
    const read = await by.tpp.get(path, { headers });
    const { booked } = read.body['transactions'] as {
      booked: { bookingDate: string; transactionAmount: { amount: string } }[];
    };
    const byDay = new Map<string, string[]>();
    for (const { bookingDate, transactionAmount } of booked) {
      byDay.set(bookingDate, [...(byDay.get(bookingDate) ?? []), transactionAmount.amount]);
    }
    return byDay;
  }
}
