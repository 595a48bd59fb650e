import {
  type AccountReference,
  type Amount,
  checkFunds,
  PAYMENT_PRODUCTS,
  type PaymentProduct,
  Xs2aError,
} from '@xs2a/contracts';
import { addDays, bankDay } from '@xs2a/service-kit';
import { z } from 'zod';
import type { PaymentsRoom } from './room.ts';

/** Milliseconds until a payment without funds is looked at again. */
const CHECK_AGAIN_MS = 5 * 60_000;

/** Insufficient funds (ISO 20022 external status reason). */
export const NO_FUNDS = 'AM04';

/** What is stored of the funds of a payment, or of an execution of a standing order. */
export const FundsState = {
  /** What the last check said; left out while there was none. */
  fundsAvailable: z.boolean().optional(),
  /** Day of the first check that found too little. */
  fundsMissingSince: z.string().optional(),
  /** Not looked at again before. */
  checkFundsAt: z.date().optional(),
};

export interface Payer {
  readonly product: PaymentProduct;
  readonly debtorAccount: AccountReference;
  readonly instructedAmount: Amount;
  readonly rejectedWithoutFunds?: boolean | undefined;
  readonly fundsMissingSince?: string | undefined;
}

/** What is to be done with a payment that is due, and what is stored of the check. */
export interface FundsDecision {
  readonly verdict: 'go' | 'wait' | 'reject';
  readonly set: { fundsAvailable?: boolean; fundsMissingSince?: string; checkFundsAt?: Date };
}

/**
 * Looks at the funds of a payment that is due (field guide 8.1). Without funds it is rejected where the TPP prefers that,
 * where the bank does not let payments wait, or where the time is over; else it waits. The check reserves nothing: where
 * the bank cannot be asked just now the payment goes on, and the bank decides when it books.
 */
export async function decideFunds(room: PaymentsRoom, payer: Payer, at: Date): Promise<FundsDecision> {
  const told = room.profile.fundsCheck ? await askForFunds(room, payer) : undefined;
  if (told === undefined) return { verdict: 'go', set: {} };
  if (told.fundsAvailable) return { verdict: 'go', set: { fundsAvailable: true } };
  const today = bankDay(at, room.profile);
  const fundsMissingSince = payer.fundsMissingSince ?? today;
  const mayWait =
    payer.rejectedWithoutFunds !== true &&
    room.profile.withoutFunds === 'wait' &&
    PAYMENT_PRODUCTS[payer.product].instant !== true &&
    today <= addDays(fundsMissingSince, room.profile.limits.fundsWaitDays);
  const checkFundsAt = new Date(at.getTime() + CHECK_AGAIN_MS);
  const set = { fundsAvailable: false, fundsMissingSince, ...(mayWait && { checkFundsAt }) };
  return { verdict: mayWait ? 'wait' : 'reject', set };
}

/** What the bank says of the funds; undefined where it has not looked, or something else is wrong that it will name. */
async function askForFunds(room: PaymentsRoom, payer: Payer): Promise<{ fundsAvailable: boolean } | undefined> {
  const { debtorAccount: account, instructedAmount } = payer;
  try {
    const { fundsAvailable, reasonCode = NO_FUNDS } = await room.bus.ask(checkFunds, { account, instructedAmount });
    return fundsAvailable || reasonCode === NO_FUNDS ? { fundsAvailable } : undefined;
  } catch (error) {
    if (error instanceof Xs2aError) return undefined;
    throw error;
  }
}
