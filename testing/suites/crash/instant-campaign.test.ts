import { concludePayment, type RequestOf, reportExecution, returnPayment, submitPayment } from '@xs2a/contracts';
import { forAllTests, standIn } from '@xs2a/test-kit';
import { askForPayment } from '@xs2a/test-system/ask-as-gateway';
import { eventually } from '@xs2a/test-system/eventually';
import { settleAs } from '@xs2a/test-system/settle-as-sca';
import { startServices } from '@xs2a/test-system/start/start-services';
import { beforeAll, expect, it } from 'vitest';

const PAYMENTS = 1_000;
const AT_ONCE = 8;
const TIMEOUT_MS = 110_000;
const DECIDED_MS_MAX = 10_000;
const PRODUCT = 'instant-domestic-credit-transfers-hr';

const services = forAllTests(() => startServices('sca', 'payments'));

type Order = RequestOf<typeof submitPayment>;
type Report = Omit<RequestOf<typeof reportExecution>, 'paymentId'>;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** State of a payment at the bank. `booked` is the number of debits without those that it gave back. */
class Account {
  booked = 0;
  ended: 'executed' | 'rejected' | undefined;
  executedAt: string | undefined;
  silent = false;

  /** One of both, for good: the ledger of a bank that keeps its contract. */
  end(as: 'executed' | 'rejected'): boolean {
    if (this.ended !== undefined) return false;
    this.ended = as;
    if (as === 'executed') {
      this.booked++;
      this.executedAt = new Date().toISOString();
    }
    return true;
  }

  giveBack(): boolean {
    if (this.ended === undefined) this.ended = 'rejected';
    if (this.booked > 0) this.booked--;
    return this.ended === 'executed';
  }
}

const accounts = new Map<string, Account>();
const accountOf = (paymentId: string): Account => {
  const known = accounts.get(paymentId) ?? new Account();
  accounts.set(paymentId, known);
  return known;
};

/** Repeats a report as a bank does, until payments takes it or refuses it for good. */
async function tell(paymentId: string, report: Report): Promise<void> {
  for (let attempt = 0; attempt < 40; attempt++) {
    const told = await services.bus
      .ask(reportExecution, { paymentId, ...report })
      .then(() => true)
      .catch((error: { refusal?: { status: number } }) => (error.refusal?.status ?? 500) < 500);
    if (told) return;
    await pause(400);
  }
}

const EXECUTED = { transactionStatus: 'ACCC' } as const;
const REJECTED = { transactionStatus: 'RJCT', reasonCode: 'AC04' } as const;
const executed = ({ executedAt }: Account): Report => ({ ...EXECUTED, ...(executedAt && { executedAt }) });

/** Behaviours of the bank, by turns; each gets the order once. */
const BEHAVIOURS: Record<string, (order: Order, account: Account) => Promise<void>> = {
  async prompt({ paymentId }, account) {
    await tell(paymentId, { transactionStatus: 'ACSP' });
    if (account.end('executed')) await tell(paymentId, executed(account));
  },
  async slow({ paymentId, executeBy = '' }, account) {
    await pause(5_000 + Math.random() * 4_000);
    const isInTime = new Date().toISOString() < executeBy;
    if (account.end(isInTime ? 'executed' : 'rejected')) await tell(paymentId, isInTime ? executed(account) : REJECTED);
  },
  async dead(_, account) {
    account.silent = true;
  },
  async forgetful(_, account) {
    account.end('executed');
  },
  async silentAfterExecution(_, account) {
    account.end('executed');
    account.silent = true;
  },
  async duplicating({ paymentId }, account) {
    if (!account.end('executed')) return;
    const reports = [executed(account), { transactionStatus: 'ACSP' } as const, executed(account), executed(account)];
    await Promise.all(reports.map((report) => tell(paymentId, report)));
  },
  async rejectingThenExecuting({ paymentId }, account) {
    if (!account.end('executed')) return;
    await tell(paymentId, REJECTED);
    await tell(paymentId, executed(account));
  },
  async executingThenRejecting({ paymentId }, account) {
    if (!account.end('executed')) return;
    await tell(paymentId, executed(account));
    await tell(paymentId, REJECTED);
  },
  async tooLate({ paymentId }, account) {
    account.silent = true;
    await pause(12_000);
    // Against its contract: it was told to return the payment, and books it all the same.
    account.ended = undefined;
    if (account.end('executed')) await tell(paymentId, executed(account));
  },
};
const NAMES = Object.keys(BEHAVIOURS);
const behaviourOf = new Map<string, string>();

beforeAll(async () => {
  const { bus } = services;
  standIn(bus, submitPayment, (order) => {
    if (!behaviourOf.has(order.paymentId)) {
      const name = NAMES[behaviourOf.size % NAMES.length] ?? '';
      behaviourOf.set(order.paymentId, name);
      void BEHAVIOURS[name]?.(order, accountOf(order.paymentId));
    }
    return { accepted: true as const };
  });
  standIn(bus, concludePayment, ({ paymentId }) => {
    const account = accountOf(paymentId);
    if (account.silent) return new Promise<never>(() => undefined);
    account.end('rejected');
    return account.ended === 'executed' ? EXECUTED : { transactionStatus: 'RJCT' as const, reasonCode: 'AB11' };
  });
  standIn(bus, returnPayment, ({ paymentId }) => ({ returned: accountOf(paymentId).giveBack() }));
  await bus.connection.flush();
});

async function pay(): Promise<void> {
  const created = await askForPayment(services.bus, { creditorName: 'Ana Anic' }, {}, PRODUCT);
  await settleAs(services, 'payment', created.authorisation?.authorisationId ?? '', 'psu-private');
}

interface Stored {
  _id: string;
  transactionStatus: string;
  history: { at: Date; to: string }[];
  outbox: unknown[];
}

it(
  `of ${PAYMENTS} instant payments at a bank that is slow, dead, duplicating or contradictory, none is open after ten seconds, and none is lost or doubled`,
  async () => {
    const payments = services.database('payments').collection<Stored>('payments');
    let left = PAYMENTS;
    const payers = Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) await pay().catch(() => pause(500));
    });
    while (left > PAYMENTS / 2) await pause(50);
    await services.running.payments.stop();
    await services.restart('payments');
    const restartedAt = Date.now();
    await Promise.all(payers);
    const ended = await eventually(
      () => payments.find({ 'history.to': 'ACTC' }).toArray(),
      (all) => all.every(({ transactionStatus, outbox }) => /ACCC|RJCT/.test(transactionStatus) && outbox.length === 0),
      40_000,
    );
    expect(ended.length).toBeGreaterThan(PAYMENTS * 0.9);
    // The last contradiction of the bank comes twelve seconds after its order.
    await pause(3_000);
    const lost: unknown[] = [];
    for (const { _id, transactionStatus, history } of ended) {
      const approvedAt = history.find(({ to }) => to === 'ACTC')?.at.getTime() ?? 0;
      const final = history.find(({ to }) => to === 'ACCC' || to === 'RJCT')?.at.getTime() ?? 0;
      // A service that is away at the deadline ends the payment as soon as it is back.
      const latest = Math.max(approvedAt + DECIDED_MS_MAX, approvedAt < restartedAt ? restartedAt + 3_000 : 0);
      const booked = accountOf(_id).booked;
      const isRight = final <= latest && booked === (transactionStatus === 'ACCC' ? 1 : 0);
      if (!isRight) lost.push([behaviourOf.get(_id), transactionStatus, final - approvedAt, booked]);
    }
    expect(lost).toEqual([]);
    expect(new Set(ended.map(({ _id }) => behaviourOf.get(_id)))).toEqual(new Set(NAMES));
  },
  TIMEOUT_MS,
);
