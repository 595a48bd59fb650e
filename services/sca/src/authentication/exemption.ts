import { checkExemption, payeesInDoubt } from '@xs2a/contracts';
import { toRefusal } from '@xs2a/service-kit';
import type { ScaContext } from '../context.ts';
import { type Authorisation, mustChoose } from '../model/authorisation.ts';

/**
 * Whether the bank accepts the first factor alone (RTS 2018/389, Art. 10 to 18). While the bank is unavailable, nobody is exempted.
 * A PSU that must be told of the payee before it approves sees a page first.
 */
export async function isExempted(
  { bus }: Pick<ScaContext, 'bus'>,
  authorisation: Pick<Authorisation, 'psu' | 'content' | 'offeredAccounts'>,
): Promise<boolean> {
  const { psu, content } = authorisation;
  if (psu === undefined || mustChoose(authorisation)) return false;
  if (payeesInDoubt(content) > 0) return false;
  try {
    return (await bus.ask(checkExemption, { psuId: psu.psuId, content })).exempted;
  } catch (error) {
    if (toRefusal(error).refusal.status < 500) throw error;
    return false;
  }
}
