import { hrefOf, type Pain001Block, pain001, type TppAnswer, TppClient } from '@xs2a/test-kit';
import { approveOnBus } from '../ask-as-gateway.ts';
import { BULKS, REDIRECT_HEADERS } from '../data/fixtures.ts';
import { eventually } from '../eventually.ts';
import type { TestServices } from '../start/start-services.ts';

/** A TPP that posts messages to services in this process, a PSU that approves them, and the bank's ledger. */
export class Bulk {
  readonly tpp: TppClient;
  readonly #services: TestServices;

  constructor(services: TestServices) {
    this.#services = services;
    this.tpp = new TppClient(services.running.gateway.httpUrl ?? '');
  }

  post(xml: string, requestId: string = crypto.randomUUID()): Promise<TppAnswer> {
    return this.tpp.post(BULKS, xml, {
      headers: { ...REDIRECT_HEADERS, 'Content-Type': 'application/xml' },
      requestId,
    });
  }

  async approve(created: TppAnswer, psuId: string): Promise<void> {
    const redirectReference = hrefOf(created, 'scaRedirect').split('/').at(-1) ?? '';
    await approveOnBus(this.#services.bus, { authorisation: { redirectReference } }, psuId);
  }

  async until(created: TppAnswer, status: string, withinMs?: number): Promise<void> {
    await eventually(
      () => this.tpp.follow(created, 'status'),
      ({ body }) => body['transactionStatus'] === status,
      withinMs,
    );
  }

  async executed(blocks: readonly Pain001Block[], psuId: string, status: string): Promise<TppAnswer> {
    const created = await this.post(pain001({ blocks }));
    if (created.status !== 201) throw new Error(created.text);
    await this.approve(created, psuId);
    await this.until(created, status);
    return created;
  }

  /** Returns the debits of an account for a payment, entry by entry, in cents. */
  async debits(created: TppAnswer, ledgerAccountId: string): Promise<bigint[]> {
    const entries = this.#bank<{ _id: string; amount: bigint; ledgerAccountId: string; sequence: number }>('entries');
    const _id = { $regex: `^${String(created.body['paymentId'])}` };
    const found = await entries.find({ _id, ledgerAccountId }).sort({ sequence: 1 }).toArray();
    return found.map(({ amount }) => amount);
  }

  async balance(_id: string): Promise<bigint> {
    return (await this.#bank<{ _id: string; balance: bigint }>('ledgerAccounts').findOne({ _id }))?.balance ?? 0n;
  }

  /** Returns sums of all ledger accounts by currency: zero as long as no money was lost or created. */
  async ledgerSums(): Promise<bigint[]> {
    const sums = { $group: { _id: '$currency', sum: { $sum: '$balance' } } };
    const rows = await this.#bank('ledgerAccounts').aggregate<{ sum: bigint }>([sums]).toArray();
    return rows.map(({ sum }) => sum);
  }

  #bank<T extends object>(name: string) {
    return this.#services.database('bank').collection<T>(name);
  }
}

export function transfersOf(...amounts: readonly string[]): { amount: string }[] {
  return amounts.map((amount) => ({ amount }));
}
