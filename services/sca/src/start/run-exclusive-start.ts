import type { ScaContext } from '../context.ts';
import { startLockedUntil } from '../held/new-authorisation.ts';

const RENEW_MS = 500;

/** Runs the work of a start, and meanwhile blocks repetitions of it. Every write of the work is guarded as well. */
export async function runExclusiveStart<T>(
  { authorisations, now }: Pick<ScaContext, 'authorisations' | 'now'>,
  _id: string,
  work: () => Promise<T>,
): Promise<T> {
  const renewal = setInterval(() => {
    const begunUntil = startLockedUntil(now());
    authorisations.updateOne({ _id, scaStatus: 'received' }, { $set: { begunUntil } }).catch(() => undefined);
  }, RENEW_MS);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
  }
}
