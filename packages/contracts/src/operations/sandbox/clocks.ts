import { z } from 'zod';
import { operation } from '../operation.ts';
import { lineOf } from './bounded-texts.ts';

/** Maximum number of days by which a clock may be ahead. */
export const DAYS_AHEAD_MAX = 3_660;

const agreement = {
  hop: 'write',
  isRepeatable: true,
  request: z.object({
    workspace: lineOf(20),
    daysAhead: z.int().min(0).max(DAYS_AHEAD_MAX).describe('In total; 0 resets the clock to that of the bank.'),
  }),
  reply: z.object({ daysAhead: z.int() }),
} as const;

/** Sandbox only: moves the clock of a developer, and processes what is due on each of its days (decision 102). */
export const moveBankClock = operation('bank.moveClock', agreement);
export const moveConsentClock = operation('consent.moveClock', agreement);
export const movePaymentsClock = operation('payments.moveClock', agreement);
export const moveScaClock = operation('sca.moveClock', agreement);
export const moveAccountsClock = operation('accounts.moveClock', agreement);
