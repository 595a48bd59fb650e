import {
  type AspspProfile,
  type EventOf,
  PAYMENT_PRODUCTS,
  type PaymentProduct,
  step,
  TRANSACTION_STATUS_MACHINE,
  type TransactionStatus,
} from '@xs2a/contracts';
import { addDays, bankDay, startOfDay, toServiceTime } from '@xs2a/service-kit';
import { executionDay } from '../calendar/execution-day.ts';
import { decisionDeadline, executeBy } from '../model/decision-deadline.ts';

/** Insufficient funds (ISO 20022 ExternalStatusReason1Code). */
export const NO_FUNDS = 'AM04';
/** Time-out at the debtor's bank (the same code list). */
export const TIMED_OUT = 'AB11';

/** Milliseconds until the funds of a waiting payment are checked again. */
const CHECK_AGAIN_MS = 5 * 60_000;

type PaymentEvent = EventOf<typeof TRANSACTION_STATUS_MACHINE>;
type PlanProfile = Pick<
  AspspProfile,
  'withoutFunds' | 'limits' | 'timeZone' | 'transactionStatusStyle' | 'executionTimes'
>;

/** A single payment, or an execution of a standing order, that is due. */
export interface DueTransfer {
  readonly product: PaymentProduct;
  /** The requested day; without one, a product that is booked at any hour may be booked at any hour. */
  readonly requested: string | undefined;
  /** Its status when the plan is executed. */
  readonly transactionStatus: TransactionStatus;
  readonly rejectedWithoutFunds?: boolean | undefined;
  readonly fundsMissingSince?: string | undefined;
  /** The approval of which sca informs now, in real time: an instant transfer has its ten seconds from then on. */
  readonly approvedAt?: Date | undefined;
}

/** Whether the account has the funds: see `checkFunds`. */
export type FundsAnswer = boolean | 'unanswered' | undefined;

/** Plan for a due transfer: events of its status, and fields written with them. */
export type ExecutionPlan =
  | {
      readonly verdict: 'wait';
      readonly events: readonly [];
      readonly set: { fundsAvailable: boolean; fundsMissingSince: string; checkFundsAt: Date };
    }
  | {
      readonly verdict: 'reject';
      readonly events: readonly ['rejected'];
      readonly set: { fundsAvailable?: false; fundsMissingSince?: string; reasonCode: string };
    }
  | {
      readonly verdict: 'submit';
      readonly events: readonly PaymentEvent[];
      readonly set: { fundsAvailable?: true; submitted: true; decideBy?: Date };
    };

/**
 * Plans a due transfer, depending on its funds check. Without funds it is rejected if the TPP prefers that, the bank lets no
 * payment wait, or its wait is over; otherwise it waits. Without a result it is submitted, unless it waits for funds and the bank
 * is only temporarily unavailable. After a wait it is submitted when a new order would be: not on a weekend, and not after the
 * cut-off time. An instant transfer is submitted with its deadline, and rejected if the bank has no time left for it.
 */
export function planExecution(
  profile: PlanProfile,
  transfer: DueTransfer,
  funds: FundsAnswer,
  at: Date,
): ExecutionPlan {
  const today = bankDay(at, profile);
  const { fundsMissingSince: since = today, product, requested } = transfer;
  const hasWaited = transfer.fundsMissingSince !== undefined;
  const missing = { fundsAvailable: false, fundsMissingSince: since } as const;
  const lacksFunds = funds === false || (funds === 'unanswered' && hasWaited);
  if (lacksFunds && mayWait(profile, transfer, since, today)) {
    return { verdict: 'wait', events: [], set: { ...missing, checkFundsAt: new Date(at.getTime() + CHECK_AGAIN_MS) } };
  }
  if (funds === false) return { verdict: 'reject', events: ['rejected'], set: { ...missing, reasonCode: NO_FUNDS } };
  const day = hasWaited ? executionDay(profile, { product, requested, at }).executeOn : today;
  if (day > today) {
    const set = { fundsAvailable: funds === true, fundsMissingSince: since, checkFundsAt: startOfDay(day, profile) };
    return { verdict: 'wait', events: [], set };
  }
  const { approvedAt } = transfer;
  const realNow = toServiceTime(at);
  const deadline = decisionDeadline(product, approvedAt !== undefined && approvedAt < realNow ? approvedAt : realNow);
  if (deadline.decideBy !== undefined && executeBy(deadline.decideBy) <= realNow) {
    return { verdict: 'reject', events: ['rejected'], set: { reasonCode: TIMED_OUT } };
  }
  const set = { submitted: true, ...deadline } as const;
  if (funds !== true) return { verdict: 'submit', events: [], set };
  const events = fundsEvents(profile, transfer.transactionStatus);
  return { verdict: 'submit', events, set: { fundsAvailable: true, ...set } };
}

function mayWait(
  { withoutFunds, limits }: PlanProfile,
  { product, rejectedWithoutFunds }: DueTransfer,
  since: string,
  today: string,
): boolean {
  if (rejectedWithoutFunds === true || withoutFunds !== 'wait') return false;
  return PAYMENT_PRODUCTS[product].instant !== true && today <= addDays(since, limits.fundsWaitDays);
}

/** Returns the events for a funds check, for banks that report it in the status, if the status allows it. */
function fundsEvents({ transactionStatusStyle }: PlanProfile, status: TransactionStatus): readonly PaymentEvent[] {
  if (transactionStatusStyle !== 'funds') return [];
  return step(TRANSACTION_STATUS_MACHINE, status, 'fundsChecked') === undefined ? [] : ['fundsChecked'];
}
