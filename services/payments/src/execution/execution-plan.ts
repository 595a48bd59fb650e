import {
  type AspspProfile,
  type EventOf,
  PAYMENT_PRODUCTS,
  type PaymentProduct,
  step,
  TRANSACTION_STATUS_MACHINE,
  type TransactionStatus,
} from '@xs2a/contracts';
import { addDays, bankDay } from '@xs2a/service-kit';

/** Insufficient funds (ISO 20022 ExternalStatusReason1Code). */
export const NO_FUNDS = 'AM04';

/** Milliseconds until the funds of a waiting payment are checked again. */
const CHECK_AGAIN_MS = 5 * 60_000;

type PaymentEvent = EventOf<typeof TRANSACTION_STATUS_MACHINE>;
type PlanProfile = Pick<AspspProfile, 'withoutFunds' | 'limits' | 'timeZone' | 'transactionStatusStyle'>;

/** A single payment, or an execution of a standing order, that is due. */
export interface DueTransfer {
  readonly product: PaymentProduct;
  /** Its status when the plan is carried out. */
  readonly transactionStatus: TransactionStatus;
  readonly rejectedWithoutFunds?: boolean | undefined;
  readonly fundsMissingSince?: string | undefined;
}

/** Whether the bank has the funds: see `checkFunds`. */
export type FundsAnswer = boolean | 'unanswered' | undefined;

/** What is done with a transfer that is due: events of its status, and fields written with them. */
export type ExecutionPlan =
  | {
      readonly verdict: 'wait';
      readonly events: readonly [];
      readonly set: { fundsAvailable: false; fundsMissingSince: string; checkFundsAt: Date };
    }
  | {
      readonly verdict: 'reject';
      readonly events: readonly ['rejected'];
      readonly set: { fundsAvailable: false; fundsMissingSince: string; reasonCode: string };
    }
  | {
      readonly verdict: 'submit';
      readonly events: readonly PaymentEvent[];
      readonly set: { fundsAvailable?: true; submitted: true };
    };

/**
 * Decides on a transfer that is due, by the result of its funds check. Without funds it is rejected where the TPP prefers
 * that, where the bank lets no payment wait, or where it has waited long enough; otherwise it waits. Without a result it is
 * submitted, unless it waits for funds and the bank only cannot be asked now.
 */
export function planExecution(
  profile: PlanProfile,
  transfer: DueTransfer,
  funds: FundsAnswer,
  at: Date,
): ExecutionPlan {
  if (funds === true) {
    const events = fundsEvents(profile, transfer.transactionStatus);
    return { verdict: 'submit', events, set: { fundsAvailable: true, submitted: true } };
  }
  const today = bankDay(at, profile);
  const missing = { fundsAvailable: false, fundsMissingSince: transfer.fundsMissingSince ?? today } as const;
  const lacksFunds = funds === false || (funds === 'unanswered' && transfer.fundsMissingSince !== undefined);
  if (lacksFunds && mayWait(profile, transfer, missing.fundsMissingSince, today)) {
    return { verdict: 'wait', events: [], set: { ...missing, checkFundsAt: new Date(at.getTime() + CHECK_AGAIN_MS) } };
  }
  if (funds !== false) return { verdict: 'submit', events: [], set: { submitted: true } };
  return { verdict: 'reject', events: ['rejected'], set: { ...missing, reasonCode: NO_FUNDS } };
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

/** A bank that reports funds checks in the status does so where the status allows it. */
function fundsEvents({ transactionStatusStyle }: PlanProfile, status: TransactionStatus): readonly PaymentEvent[] {
  if (transactionStatusStyle !== 'funds') return [];
  return step(TRANSACTION_STATUS_MACHINE, status, 'fundsChecked') === undefined ? [] : ['fundsChecked'];
}
