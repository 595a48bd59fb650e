import { z } from 'zod';
import { type Machine } from './state-machine.ts';

/** transactionStatus of a signing basket (decision 23). */
export const BasketStatus = z.enum(['RCVD', 'PATC', 'ACTC', 'RJCT', 'CANC']);
export type BasketStatus = z.infer<typeof BasketStatus>;

export const BASKET_STATUS_MACHINE = {
  RCVD: { authorised: 'ACTC', partlyAuthorised: 'PATC', refused: 'RJCT', cancelled: 'CANC' },
  // `partlyAuthorised` again: another of several signers, not the last.
  PATC: { authorised: 'ACTC', partlyAuthorised: 'PATC', refused: 'RJCT' },
  ACTC: {},
  RJCT: {},
  CANC: {},
} as const satisfies Machine<BasketStatus>;
