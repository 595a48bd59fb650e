import { z } from 'zod';
import { type Machine } from './state-machine.ts';

/** Whether a TPP is blocked. A blocked TPP can be blocked again, with another reason or end. */
export const TPP_BLOCK_STATUS_MACHINE = {
  free: { blocked: 'blocked' },
  blocked: { blocked: 'blocked', unblocked: 'free' },
} as const satisfies Machine;
export const TppBlockStatus = z.enum(['free', 'blocked']);
