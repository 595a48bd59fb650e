import { HOP_BUDGET_MS, SILENT_MS_MAX } from '@xs2a/contracts';

/**
 * Upper bound on an answer while a component is away or hangs: the patience stated by the gateway, doubled for a loaded machine.
 * Without patience a request to a hanging component takes the budget of its hop, and the answer longer. The limit of three
 * seconds itself is tested in one process, by a timer for each request (`packages/service-kit/src/bus/hanging.test.ts`).
 */
export const ANSWERED_WITHIN_MS = Math.min(2 * SILENT_MS_MAX, HOP_BUDGET_MS.read);
