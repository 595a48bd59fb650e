import { checkFunds as operation, type SinglePayment, Xs2aError } from '@xs2a/contracts';
import type { PaymentsContext } from '../context.ts';
import { type FundsAnswer, NO_FUNDS } from './execution-plan.ts';

type Debit = Pick<SinglePayment, 'debtorAccount' | 'instructedAmount'>;

/**
 * Whether the account has the funds for a due transfer. Nothing is reserved. `unanswered` if the bank is unavailable. Undefined
 * if the profile has no check, or the bank names another reason: it then decides during the execution.
 */
export async function checkFunds(
  { bus, profile }: Pick<PaymentsContext, 'bus' | 'profile'>,
  { debtorAccount: account, instructedAmount }: Debit,
): Promise<FundsAnswer> {
  if (!profile.fundsCheck) return undefined;
  try {
    const { fundsAvailable, reasonCode = NO_FUNDS } = await bus.ask(operation, { account, instructedAmount });
    return fundsAvailable || reasonCode === NO_FUNDS ? fundsAvailable : undefined;
  } catch (error) {
    if (error instanceof Xs2aError) return error.refusal.status < 500 ? undefined : 'unanswered';
    throw error;
  }
}
