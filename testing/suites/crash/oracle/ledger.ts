import type { Evidence, StoredAccount } from './evidence.ts';
import { double, lost, other, type Point, type Violation } from './violation.ts';

const EXECUTED = new Set(['ACSC', 'ACCC']);
/** Statuses in which a posting may exist. */
const POSTED = new Set([...EXECUTED, 'ACSP', 'ACWP', 'PART']);

/** Point 2: a payment is posted at most once, and once if it is ACSC. */
export const postedOnce: Point = ({ stored, facts }) => {
  const times = new Map<string, number>();
  for (const { paymentId } of stored.postings) times.set(paymentId, (times.get(paymentId) ?? 0) + 1);
  const doubled = [...times]
    .filter(([, count]) => count > 1)
    .map(([id, count]) => double(`${id} is posted ${count} times`));
  const known = new Set(facts.flatMap(({ fact }) => (fact.is === 'acknowledged' ? [fact.id] : [])));
  const wrong = stored.payments.flatMap(({ _id, status }): Violation[] => {
    if (!known.has(_id)) return [];
    const count = times.get(_id) ?? 0;
    if (EXECUTED.has(status) && count === 0) return [lost(`${_id} is ${status} and not posted`)];
    if (!POSTED.has(status) && count > 0) return [other(`${_id} is ${status} and posted`)];
    return [];
  });
  return [...doubled, ...wrong];
};

/** Point 3: no money is created: sums, balances and limits. */
export const moneyIsConserved: Point = ({ stored, opening }) => {
  const { accounts, postings } = stored;
  const moved = new Map<string, bigint>();
  for (const { ledgerAccountId, amount } of postings.flatMap(({ lines }) => lines))
    moved.set(ledgerAccountId, (moved.get(ledgerAccountId) ?? 0n) + amount);
  const balances = accounts.flatMap(({ _id, balance }) => {
    const expected = (opening.get(_id) ?? 0n) + (moved.get(_id) ?? 0n);
    return balance === expected ? [] : [other(`${_id} has ${balance} instead of ${expected}`)];
  });
  const limits = accounts.filter(({ isCustomer, available }) => isCustomer && available < 0n);
  const sums = [...sumsOf(accounts)].filter(([, sum]) => sum !== 0n);
  return [
    ...balances,
    ...limits.map(({ _id, available }) => other(`${_id} is ${available} beyond its limit`)),
    ...sums.map(([currency, sum]) => other(`all accounts in ${currency} sum to ${sum}`)),
  ];
};

/** Point 9: nothing is executed before a PSU approved exactly that, and sca had stored it. */
export const approvedBeforeExecution: Point = ({ stored }: Evidence) => {
  const payments = new Map(stored.payments.map((payment) => [payment._id, payment]));
  const baskets = new Map(stored.baskets.map((basket) => [basket._id, basket]));
  const approvals = Map.groupBy(
    stored.authorisations.filter(({ scaStatus }) => scaStatus === 'finalised' || scaStatus === 'exempted'),
    ({ parentId }) => parentId,
  );
  return stored.postings.flatMap(({ paymentId, at }) => {
    const payment = payments.get(paymentId);
    if (payment === undefined) return [other(`${paymentId} is posted and no payment`)];
    const owner = (payment.basketId && baskets.get(payment.basketId)) || payment;
    const own = [...(approvals.get(paymentId) ?? []), ...(approvals.get(owner._id) ?? [])];
    const fits = own.some(({ parentKind, approvedAt, requestedHash }) => {
      return (
        parentKind !== 'cancellation' &&
        approvedAt !== undefined &&
        approvedAt <= at &&
        requestedHash === owner.contentHash
      );
    });
    return fits ? [] : [other(`${paymentId} was posted without an approval of its content before`)];
  });
};

function sumsOf(accounts: readonly StoredAccount[]): Map<string, bigint> {
  const byCurrency = new Map<string, bigint>();
  for (const { currency, balance } of accounts) byCurrency.set(currency, (byCurrency.get(currency) ?? 0n) + balance);
  return byCurrency;
}
