import {
  DAYS_AHEAD_MAX,
  moveAccountsClock,
  moveBankClock,
  moveConsentClock,
  movePaymentsClock,
  moveScaClock,
  Xs2aError,
} from '@xs2a/contracts';
import { type OutboxEntry, outboxEntry, retryOnConflict, toServiceTime } from '@xs2a/service-kit';
import type { BankContext } from '../context.ts';
import { type StoredWorkspace, WORKSPACES } from '../model/workspace.ts';

const DAY_MS = 86_400_000;

/** Services that follow the clock of a developer. Payments comes last: its executions are booked by services whose clocks have moved. */
const MOVE_CLOCK_OPERATIONS = [moveBankClock, moveConsentClock, moveScaClock, moveAccountsClock, movePaymentsClock];

/**
 * Lets days pass for one developer. Stores their number first; then every service runs the work due on each day (decision 102).
 * Returns false if a service has not caught up yet: its message is repeated until it has.
 */
export async function passDays(context: BankContext, { _id }: StoredWorkspace, days: number): Promise<boolean> {
  const moved = await retryOnConflict(async () => {
    const before = await context.workspaces.findOne({ _id });
    if (before === null) throw new Xs2aError('resourceUnknown', { text: 'this key opens no sandbox' });
    const daysAhead = before.daysAhead + days;
    if (daysAhead > DAYS_AHEAD_MAX) {
      throw new Xs2aError('fieldInvalid', { path: 'days', text: 'ten years have passed: reset the sandbox' });
    }
    return context.workspaces.findOneAndUpdate(
      { _id, daysAhead: before.daysAhead },
      { $set: { daysAhead }, $push: { outbox: { $each: clockMessages(context, _id, daysAhead) } } },
      { returnDocument: 'after' },
    );
  });
  const isDone = await context.outbox.deliver(WORKSPACES, moved);
  await context.clocks.refresh(_id);
  return isDone;
}

/** Returns the messages that tell every service how far the clock of a workspace is ahead. */
export function clockMessages({ now }: Pick<BankContext, 'now'>, workspace: string, daysAhead: number): OutboxEntry[] {
  return MOVE_CLOCK_OPERATIONS.map((operation) => outboxEntry(operation, { workspace, daysAhead }, now()));
}

/** Resets the clocks of a workspace that is about to be deleted. */
export async function stopClocks({ bus }: BankContext, { _id, daysAhead }: StoredWorkspace): Promise<void> {
  if (daysAhead === 0) return;
  for (const operation of MOVE_CLOCK_OPERATIONS) await bus.ask(operation, { workspace: _id, daysAhead: 0 });
}

/** Returns a moment on the clock of a workspace. */
export function momentIn({ now }: Pick<BankContext, 'now'>, { daysAhead }: Pick<StoredWorkspace, 'daysAhead'>): Date {
  return new Date(toServiceTime(now()).getTime() + daysAhead * DAY_MS);
}
