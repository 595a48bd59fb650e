import { z } from 'zod';

/** Fields of a payment, or of an execution of a standing order, that a funds check writes. */
export const FundsState = {
  /** Result of the last check; left out before the first one. */
  fundsAvailable: z.boolean().optional(),
  /** Day of the first check that found insufficient funds. */
  fundsMissingSince: z.string().optional(),
  /** No further check before this moment. */
  checkFundsAt: z.date().optional(),
};
