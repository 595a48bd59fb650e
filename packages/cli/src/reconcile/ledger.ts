import { byIds, type Checked, type Difference, inBatches } from './difference.ts';

interface Order {
  _id: string;
  status: string;
}
interface Posting {
  _id: string;
  paymentId: string;
}

/** Compares the sandbox bank's orders with its ledger. No command repairs these differences. */
export async function checkLedger({ databases: { bank } }: Checked): Promise<Difference[]> {
  const differences: Difference[] = [];
  for await (const batch of inBatches(
    bank.collection<Order>('orders').find({ status: 'executed' }, { projection: { status: 1 } }),
  )) {
    const postings = await bank
      .collection<Posting>('postings')
      .find({ paymentId: { $in: batch.map(({ _id }) => _id) } })
      .toArray();
    const posted = new Set(postings.map(({ paymentId }) => paymentId));
    for (const { _id } of batch.filter((order) => !posted.has(order._id)))
      differences.push({ kind: 'orderWithoutPosting', where: `bank/orders/${_id}`, what: 'executed' });
  }
  for await (const batch of inBatches(bank.collection<Posting>('postings').find({ paymentId: { $exists: true } }))) {
    const orders = await byIds<Order>(
      bank,
      'orders',
      batch.map(({ paymentId }) => paymentId),
    );
    for (const { _id, paymentId } of batch) {
      const status = orders.get(paymentId)?.status ?? 'no order';
      if (status !== 'executed')
        differences.push({
          kind: 'postingWithoutOrder',
          where: `bank/postings/${_id}`,
          what: `${paymentId}: ${status}`,
        });
    }
  }
  const sums = await bank
    .collection('ledgerAccounts')
    .aggregate<{ _id: string; sum: bigint | number }>([{ $group: { _id: '$currency', sum: { $sum: '$balance' } } }])
    .toArray();
  const wrong = sums.filter(({ sum }) => BigInt(sum) !== 0n);
  return [
    ...differences,
    ...wrong.map(
      ({ _id, sum }): Difference => ({
        kind: 'ledgerUnbalanced',
        where: `bank/ledgerAccounts/${_id}`,
        what: `sum ${sum}`,
      }),
    ),
  ];
}
