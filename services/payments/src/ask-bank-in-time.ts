import { type Operation, type ReplyOf, type RequestInputOf, Xs2aError } from '@xs2a/contracts';
import { type Bus, currentContext, runInContext } from '@xs2a/service-kit';

/**
 * Asks the bank once, within a time limit of its own, in the trace and by the clock of the caller. Returns undefined if the bank
 * does not answer in time, or refuses to.
 */
export async function askBankInTime<O extends Operation>(
  bus: Pick<Bus, 'askOnce'>,
  operation: O,
  question: RequestInputOf<O>,
  withinMs: number,
): Promise<ReplyOf<O> | undefined> {
  const { requestId, traceparent, scope } = currentContext();
  const deadline = Date.now() + withinMs;
  const context = { requestId, traceparent, ...(scope && { scope }), deadline, patience: deadline };
  try {
    return await runInContext(context, () => bus.askOnce(operation, question));
  } catch (error) {
    if (error instanceof Xs2aError) return undefined;
    throw error;
  }
}
