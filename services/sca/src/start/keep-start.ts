import type { ScaContext } from '../context.ts';

/** A start that did not say for so long that it goes on was cut off: the same request continues it. */
const CUT_OFF_MS = 2_000;
const RENEW_MS = 500;

/** Until when a repetition of the start has to wait. */
export function untilCutOff(now: Date): Date {
  return new Date(now.getTime() + CUT_OFF_MS);
}

/** Does the work of a start, and meanwhile keeps repetitions of it out. Every write of the work is guarded besides. */
export async function keepStart<T>(
  { authorisations, now }: Pick<ScaContext, 'authorisations' | 'now'>,
  _id: string,
  work: () => Promise<T>,
): Promise<T> {
  const renewal = setInterval(() => {
    const begunUntil = untilCutOff(now());
    authorisations.updateOne({ _id, scaStatus: 'received' }, { $set: { begunUntil } }).catch(() => undefined);
  }, RENEW_MS);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
  }
}
