import { HOP_BUDGET_MS, SILENT_MS_MAX } from '@xs2a/contracts';

/**
 * Bound for an answer while a part is away or hangs: the patience that the gateway states, and as much again for a loaded machine.
 * Without patience a question to a part that hangs takes the budget of its hop, and the answer more. The limit of three seconds
 * itself is held in one process, by a timer beside each question (`packages/service-kit/src/bus/hanging.test.ts`).
 */
export const ANSWERED_WITHIN_MS = Math.min(2 * SILENT_MS_MAX, HOP_BUDGET_MS.read);
